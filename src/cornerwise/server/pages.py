"""The page's files, as the front end's build left them in static/, with the right caching."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from fastapi import APIRouter, Request, Response
from starlette.responses import FileResponse, PlainTextResponse

from cornerwise.server.api import FOR_EVER, problem

NOT_BUILT = "The page has not been built yet: run `make web`, then reload.\n"

mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")


def pages(static: Path) -> APIRouter:
    """Routes that answer with a file of `static`, or with the page itself for any other path."""
    router = APIRouter(include_in_schema=False)
    root = static.resolve()

    @router.api_route("/{path:path}", methods=["GET", "HEAD"])
    def page(path: str, request: Request) -> Response:
        if path == "api" or path.startswith("api/"):
            return problem(404, "unknown_path", "There is nothing at this address.")
        file = (root / path).resolve() if "\0" not in path else root
        if not (file.is_relative_to(root) and file.is_file()):
            if Path(path).suffix and path.startswith("assets/"):
                return PlainTextResponse("There is no such file.\n", 404)
            file = root / "index.html"
        if not file.is_file():
            return PlainTextResponse(NOT_BUILT, 503)
        # The build puts a hash of the content into the names of its assets.
        is_hashed = file.parent.name == "assets"
        response = FileResponse(file, headers={"Cache-Control": FOR_EVER if is_hashed else "no-cache"})
        if request.headers.get("if-none-match", "").removeprefix("W/") == response.headers.get("etag"):
            return Response(status_code=304, headers=dict(response.headers))
        return response

    return router
