"""The README as package indexes show it: every link and picture leads to the documentation site.

A provider of metadata for scikit-build-core. The site's address is `Homepage` in pyproject.toml.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RELATIVE = re.compile(r"(?<=\]\()(?!https?:|#)([^)\s]+)(?=\))")


def dynamic_metadata(field: str, settings: dict[str, object]) -> dict[str, str]:
    """The field of the metadata; there is only one."""
    assert field == "readme" and not settings, "pyproject.toml asks for something other than the README."
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return {"content-type": "text/markdown", "text": absolute(text, project["urls"]["Homepage"])}


def absolute(text: str, home: str) -> str:
    """A page of the project with links to the site.

    >>> absolute("![A board](docs/pictures/duo.svg) [Rules](docs/rules/README.md) [Ray](https://ray.io)", "https://a.example/")
    '![A board](https://a.example/pictures/duo.svg) [Rules](https://a.example/rules/) [Ray](https://ray.io)'
    """
    return RELATIVE.sub(lambda link: home + address(link[1]), text)


def address(path: str) -> str:
    """Where the site shows a file of the project: pages of docs/ by their names, others below project/.

    >>> address("docs/guide.md"), address("CHANGELOG.md"), address("native/README.md")
    ('guide.html', 'project/changelog.html', 'project/native.html')
    """
    if not path.startswith("docs/") and path.endswith(".md"):
        name = path.removesuffix("/README.md").removesuffix(".md").lower()
        return "" if name == "readme" else f"project/{name}.html"
    path = path.removeprefix("docs/")
    if not path.endswith(".md"):
        return path
    folder, _, name = path.rpartition("/")
    if name in ("README.md", "index.md"):
        return f"{folder}/" if folder else ""
    return path.removesuffix(".md") + ".html"
