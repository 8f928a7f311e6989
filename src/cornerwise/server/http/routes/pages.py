"""The page's files, as the front end's build left them in static/, with the right caching."""

from __future__ import annotations

import gzip
import mimetypes
from functools import lru_cache
from pathlib import Path

from fastapi import APIRouter, Request, Response
from starlette.responses import FileResponse, PlainTextResponse

from cornerwise.server.http.routes.api import FOR_EVER, first_table, fresh, problem
from cornerwise.server.wire.resources import FirstTable

NOT_BUILT = """This copy of Cornerwise came without its page.
In a clone: run `make web`, then reload.
Installed from a clone: install Node.js 20.19 or newer, and there run `pip install --force-reinstall '.[server]'`.
"""
PACKED = (".js", ".css", ".wasm", ".json", ".bin")

mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/wasm", ".wasm")


@lru_cache(maxsize=128)
def packed(file: Path) -> bytes:
    """A file compressed as far as it goes; its name holds a hash, so once is enough."""
    return gzip.compress(file.read_bytes(), 9, mtime=0)


def rooted(page: bytes) -> bytes:
    """The page for any path below the root: its parts lie at the root, whatever the path."""
    return page.replace(b'="./', b'="/')


def furnished(page: bytes, table: FirstTable) -> bytes:
    """The page with the first table written into it, as data that no content policy minds."""
    data = table.model_dump_json().replace("<", "\\u003c").encode()
    return page.replace(b"</body>", b'<script type="application/json" id="first">' + data + b"</script></body>")


def hashed(file: Path, request: Request) -> Response:
    """A file that never changes under its name."""
    headers = {"Cache-Control": FOR_EVER, "Vary": "Accept-Encoding"}
    if file.suffix not in PACKED or "gzip" not in request.headers.get("accept-encoding", ""):
        return FileResponse(file, headers=headers)
    kind = mimetypes.guess_type(file.name)[0]
    return Response(packed(file), media_type=kind, headers=headers | {"Content-Encoding": "gzip"})


def found(root: Path, path: str) -> Path | None:
    """The file at a path under a root; none where there is no file, and for paths no file can have."""
    try:
        file = (root / path).resolve()
        return file if file.is_relative_to(root) and file.is_file() else None
    except (OSError, ValueError):
        return None


def pages(static: Path) -> APIRouter:
    """Routes that answer with a file of `static`, or with the page itself for any other path."""
    router = APIRouter(include_in_schema=False)
    root = static.resolve()

    @router.api_route("/", methods=["GET", "HEAD"])
    async def front(request: Request) -> Response:
        file = root / "index.html"
        if not file.is_file():
            return PlainTextResponse(NOT_BUILT, 503)
        table = await first_table(request.app)
        # Told early, the atlas comes in the same round trip as the rest of what makes the board playable.
        ahead = f"<{table.rules.atlas.url}>; rel=preload; as=fetch; crossorigin"
        return fresh(request, furnished(rooted(file.read_bytes()), table), "text/html", Link=ahead)

    @router.api_route("/{path:path}", methods=["GET", "HEAD"])
    def page(path: str, request: Request) -> Response:
        if path == "api" or path.startswith("api/"):
            return problem(404, "unknown_path", "There is nothing at this address.")
        file = found(root, path)
        if file is None:
            if path == "kernel/manifest.json":  # the page plays at home once the kernel is built for the browser
                return Response(status_code=204)
            if Path(path).suffix and path.startswith(("assets/", "kernel/")):
                return PlainTextResponse("There is no such file.\n", 404)
            file = root / "index.html"
        if not file.is_file():
            return PlainTextResponse(NOT_BUILT, 503)
        if file.name == "index.html":
            return fresh(request, rooted(file.read_bytes()), "text/html")
        # The builds put a hash of the content into the names of these, except of the list that names the others.
        if file.parent.name in ("assets", "kernel") and file.name != "manifest.json":
            return hashed(file, request)
        response = FileResponse(file, headers={"Cache-Control": "no-cache"})
        if request.headers.get("if-none-match", "").removeprefix("W/") == response.headers.get("etag"):
            return Response(status_code=304, headers=dict(response.headers))
        return response

    return router
