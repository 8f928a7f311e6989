"""Build the documentation site: `python tools/docs.py` (into dist/docs; `make docs` runs it in its own environment).

The pages of docs/ are copied beside those of the reference, which docs/reference.toml lists; then Zensical builds
the site, and what it built is checked: every public name has its place, and no page asks another host for anything.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from long_description import address
from public_names import PublicNames, reference

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "build" / "docs"  # where zensical.toml looks for them
SITE = ROOT / "dist" / "docs"
#: Pages that live elsewhere in the project; the site has a first page of its own.
GUESTS = ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "native/README.md", "web/README.md", "benchmarks/README.md")
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
#: What a browser fetches by itself when it shows a page, as opposed to links a reader may follow.
FETCHED = re.compile(
    r"""<(?:script|img|iframe|source|video|object|embed)\b[^>]*?\b(?:src|srcset|data)=["']?((?:https?:)?//[^"'\s>]+)"""
    r"""|<link\b(?=[^>]*\brel=["']?(?:stylesheet|preload|preconnect|modulepreload|icon|manifest))[^>]*?\bhref=["']?((?:https?:)?//[^"'\s>]+)"""
    r"""|(?:@import\s+["']|url\(["']?)((?:https?:)?//[^"')\s]+)"""
)


def main() -> int:
    """Write the pages, build the site and check it; a sentence says what is wrong."""
    write_pages()
    shutil.rmtree(SITE, ignore_errors=True)
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict"]
    built = subprocess.run(command, cwd=ROOT, env={**os.environ, "NO_COLOR": "1"}, capture_output=True, text=True)
    told = built.stdout + built.stderr
    if built.returncode or re.search(r"\b(warning|error)\b", told, re.IGNORECASE):
        print(told, file=sys.stderr)
        return 1
    faults = [*missing_names(), *foreign_hosts()]
    for fault in faults:
        print(fault, file=sys.stderr)
    files = [path for path in SITE.rglob("*") if path.is_file()]
    print(f"{SITE.relative_to(ROOT)}: {len(files)} files, {sum(path.stat().st_size for path in files) / 1e6:.1f} MB.")
    return 1 if faults else 0


def write_pages() -> None:
    """Put everything the site is made from into one folder."""
    shutil.rmtree(PAGES, ignore_errors=True)
    shutil.copytree(ROOT / "docs", PAGES, ignore=shutil.ignore_patterns("*.toml"))
    for page in PAGES.rglob("*.md"):
        place = page.relative_to(PAGES).as_posix()
        page.write_text(relinked(page.read_text("utf-8"), Path("docs") / place, place), "utf-8")
    for source in GUESTS:
        page = PAGES / guest_place(source)
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(relinked((ROOT / source).read_text("utf-8"), Path(source), guest_place(source)), "utf-8")
    for name, text in reference_pages().items():
        page = PAGES / "reference" / f"{name}.md"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, "utf-8")


def guest_place(source: str) -> str:
    """Where a page from elsewhere in the project stands among the others."""
    return address(source).replace(".html", ".md")


def relinked(text: str, source: Path, place: str) -> str:
    """A page's text with its links as they are on the site; what the site does not show is only named."""

    def link(found: re.Match[str]) -> str:
        mark, words, target = found.groups()
        path, hash_sign, anchor = target.partition("#")
        if not path or "://" in target or target.startswith("mailto:"):
            return found[0]
        aim = Path(os.path.normpath(ROOT / source.parent / path)).relative_to(ROOT).as_posix()
        if aim == "README.md":
            there = "index.md"
        elif aim in GUESTS:
            there = guest_place(aim)
        elif aim.startswith("docs/") and not aim.endswith(".toml"):
            there = aim.removeprefix("docs/")
        else:
            return words
        return f"{mark}[{words}]({os.path.relpath(there, Path(place).parent)}{hash_sign}{anchor})"

    return LINK.sub(link, text)


def reference_pages() -> dict[str, str]:
    """The pages of the reference: file → Markdown, in which mkdocstrings fills in the docstrings."""
    public = PublicNames()
    pages = {}
    for name, page in reference().items():
        entries = "\n".join(f"::: {entry}\n" for entry in public.entries(page["names"]))
        pages[name] = f"# {page['title']}\n\n{page['text']}\n\n{entries}"
    return pages


def missing_names() -> list[str]:
    """A sentence for every public name or member that has no place on the built pages."""
    public = PublicNames()
    faults = []
    for name, page in reference().items():
        html = (SITE / "reference" / f"{name}.html").read_text("utf-8")
        ids = set(re.findall(r'id="([^"]+)"', html))
        for entry in public.entries(page["names"]):
            wanted = {entry, *(f"{entry}.{member}" for member in public.members(entry))}
            faults += [f"reference/{name}.html does not tell of {each}." for each in sorted(wanted - ids)]
    return faults


def foreign_hosts() -> list[str]:
    """A sentence for everything a page would fetch from another host."""
    return [
        f"{page.relative_to(SITE)} would fetch {next(filter(None, found))}."
        for page in sorted([*SITE.rglob("*.html"), *SITE.rglob("*.css"), *SITE.rglob("*.svg")])
        for found in FETCHED.findall(page.read_text("utf-8"))
    ]


if __name__ == "__main__":
    sys.exit(main())
