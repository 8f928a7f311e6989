"""Write the page as plain files that any host serves, under any path: a table at home, without a server.

python tools/site.py [FOLDER]        (dist/site unless another is named)
"""

from __future__ import annotations

import hashlib
import itertools
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from fastapi.testclient import TestClient

import cornerwise as cw
from cornerwise.server.app import create_app
from cornerwise.server.http.routes.pages import furnished
from cornerwise.server.http.security import POLICY
from cornerwise.server.settings import Settings
from cornerwise.server.views import rulesets
from cornerwise.server.wire.resources import FirstTable, RulesetDetail, Welcome

ROOT = Path(__file__).resolve().parent.parent
STATIC = ROOT / "src" / "cornerwise" / "server" / "static"
SERVER = re.compile(rb'\s*<!-- There is a server[^>]*-->\s*<meta name="server"[^>]*>')


def main() -> int:
    """Write the site; a sentence says what is missing."""
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "dist" / "site"
    if not (STATIC / "index.html").is_file():
        print("The page is not built; run `make web`.", file=sys.stderr)
        return 1
    if not (STATIC / "kernel" / "manifest.json").is_file():
        print("The kernel is not built for the browser; run `make wasm`, then `make web`.", file=sys.stderr)
        return 1
    if out.exists() and not (out / "sw.js").is_file() and any(out.iterdir()):
        print(f"{out} holds something that is no site of ours; name another folder.", file=sys.stderr)
        return 1
    write(out)
    files = [path for path in out.rglob("*") if path.is_file()]
    print(f"{out}: {len(files)} files, {sum(path.stat().st_size for path in files) / 1e6:.1f} MB.")
    return 0


def write(out: Path) -> None:
    """Write every file of the site into a folder of its own."""
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(STATIC, out, ignore=shutil.ignore_patterns(".stamp"))
    welcome, first = answers()
    keep(out, "/api/welcome", welcome.model_dump_json())
    keep(out, "/api/first", first.model_dump_json())
    for path, detail in details():
        keep(out, path, detail.model_dump_json())
        file = rulesets.find_atlas(detail.atlas.url.rsplit("/", 1)[1])
        assert file is not None, "a ruleset that was just described has an atlas"
        atlas = out / detail.atlas.url.lstrip("/")
        atlas.parent.mkdir(parents=True, exist_ok=True)
        atlas.write_bytes(file.plain)
    page = SERVER.sub(b"", (out / "index.html").read_bytes())
    assert b'name="server"' not in page, "the page knows that it has no server"
    (out / "index.html").write_bytes(furnished(with_policy(page), first))
    (out / ".nojekyll").touch()  # hosts that would leave out files by their names
    renew_version(out)


def with_policy(page: bytes) -> bytes:
    """The page with the server's content policy, as far as a page can tell its own."""
    policy = "; ".join(part for part in POLICY.split("; ") if not part.startswith("frame-ancestors"))
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}" />'
    return page.replace(b'<meta charset="utf-8" />', b'<meta charset="utf-8" />' + meta.encode(), 1)


def answers() -> tuple[Welcome, FirstTable]:
    """What a server says to everybody: the games there are, and the table a newcomer finds set."""
    with tempfile.TemporaryDirectory() as data:
        app = create_app(Settings(data=Path(data)))
        with TestClient(app, base_url="http://localhost") as client:
            welcome = Welcome.model_validate_json(client.get("/api/welcome").text)
            return welcome, FirstTable.model_validate_json(client.get("/api/first").text)


def details() -> Iterator[tuple[str, RulesetDetail]]:
    """Every ruleset with every choice of its options, and the path a page asks for it at."""
    for name in cw.rulesets():
        offered = cw.ruleset_options(name)
        choices = [[(option, value) for value in values] for option, values in offered.items()]
        for chosen in itertools.product(*choices):
            # A page names the options that have not their default, in alphabetical order.
            told = sorted((option, value) for option, value in chosen if value != offered[option][0])
            query = "&".join(f"{option}={value}" for option, value in told)
            yield f"/api/rulesets/{name}" + (f"?{query}" if query else ""), rulesets.detail(name, **dict(chosen))


def keep(out: Path, path: str, text: str) -> None:
    """Write what a server would answer at a path where the page looks for it (web/src/net/place.ts)."""
    file = out / (path.lstrip("/").replace("?", "~").replace("&", "~").replace("=", "-") + ".json")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")


def renew_version(out: Path) -> None:
    """Give the service worker a version that changes with any file of the site."""
    digest = hashlib.sha256()
    for path in sorted(out.rglob("*")):
        if path.is_file() and path.name != "sw.js":
            digest.update(path.relative_to(out).as_posix().encode() + b"\0" + path.read_bytes())
    worker = (out / "sw.js").read_text("utf-8")
    found = re.search(r'const VERSION = "([0-9a-f]+)"', worker)
    assert found, "the service worker has a version"
    for file in (out / "sw.js", out / "index.html"):
        file.write_text(file.read_text("utf-8").replace(found[1], digest.hexdigest()[:12]), "utf-8")


if __name__ == "__main__":
    sys.exit(main())
