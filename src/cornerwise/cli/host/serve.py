"""`cornerwise serve`: the web app on this machine."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal
from urllib.parse import urlsplit

import typer

import cornerwise as cw
from cornerwise.cli.saying import say

if TYPE_CHECKING:
    from cornerwise.server.notices.mail import SmtpServer


def default_data() -> Path:
    """Where games are kept unless told otherwise, by the custom of Linux desktops."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "cornerwise"


def checked_url(url: str) -> str:
    """The address people open, as an origin, or a complaint."""
    parts = urlsplit(url)
    is_origin = parts.scheme in ("http", "https") and parts.hostname and parts.path in ("", "/")
    if url and (not is_origin or parts.query or parts.fragment or parts.username):
        raise cw.CornerwiseError(f"{url!r} is not the address of a server; try --url https://play.example.org.")
    return url.rstrip("/").lower()


def checked_smtp(smtp: str, sender: str, url: str | None) -> SmtpServer:
    """The mail server, or a complaint."""
    from cornerwise.server.notices.mail import parse_smtp

    if not url:
        raise cw.CornerwiseError("E-mail has links in it: give --url, the address people open.")
    return parse_smtp(smtp, sender)


def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes any free one.")] = 8000,
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 lets others in.")] = "127.0.0.1",
    data: Annotated[Path | None, typer.Option(help="The directory that keeps the games.")] = None,
    database: Annotated[
        str | None, typer.Option(help="A database other than SQLite in --data: postgresql://user@host/name.")
    ] = None,
    processes: Annotated[
        int, typer.Option(min=1, max=256, help="Processes that share the port; several need --database.")
    ] = 1,
    workers: Annotated[
        int | None,
        typer.Option(
            min=0, max=256, help="How many threads may think at once; 0 leaves the thinking to `cornerwise worker`."
        ),
    ] = None,
    pace: Annotated[
        float, typer.Option(min=0, max=10, help="The minimum time for a computer's move, in seconds.")
    ] = 0.4,
    away: Annotated[
        float, typer.Option(min=0, max=3600, help="Seconds somebody must be gone before the computer may stand in.")
    ] = 30.0,
    origin: Annotated[
        list[str] | None, typer.Option(help="Another origin the page may be served from; may be repeated.")
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(help="The address of a proxy whose X-Forwarded-For is trusted; may be repeated."),
    ] = None,
    lines: Annotated[int, typer.Option(min=1, help="How many connections one address may keep open.")] = 1000,
    url: Annotated[
        str | None, typer.Option(help="The address people open, if it differs, e.g. https://play.example.org.")
    ] = None,
    guests: Annotated[
        int, typer.Option(min=1, max=1_000_000, help="How many new guests one address may bring in ten minutes.")
    ] = 20,
    keep_games: Annotated[
        int,
        typer.Option(
            min=0, max=36500, help="Forget a game by link after this many days without a move; 0 keeps it forever."
        ),
    ] = 400,
    smtp: Annotated[
        str | None,
        typer.Option(
            envvar="CORNERWISE_SMTP",
            help="The mail server that tells people it is their turn: smtps://user:password@host.",
        ),
    ] = None,
    mail_from: Annotated[str, typer.Option(help="The sender of such e-mail, e.g. play@example.org.")] = "",
    push_to: Annotated[
        list[str] | None,
        typer.Option(help="The host of a push service of your own, e.g. push.home:8080; may be repeated."),
    ] = None,
    log: Annotated[Literal["text", "json"], typer.Option(help="How warnings and errors are written.")] = "text",
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Open the web app: every game in the browser, against friends or the computer.

    The first line of announcement.txt in --data stands on every page, and terms.txt below the privacy page.

    **Examples**

        cornerwise serve --open

        cornerwise serve --port 8000 --data games

        cornerwise serve --database postgresql://cornerwise@localhost/cornerwise --processes 4

        cornerwise serve --url https://play.example.org
    """
    try:
        from cornerwise.server.main import prepare_data, run
        from cornerwise.server.settings import Settings, default_workers
        from cornerwise.server.supervisor import supervise
    except ImportError as error:
        missing = "The web app needs more packages: pip install 'cornerwise[server]'"
        raise cw.CornerwiseError(f"{missing} ({error.name} is missing).") from None
    if processes > 1 and not database:
        raise cw.CornerwiseError("Several processes need one database: give --database postgresql://user@host/name.")
    if workers == 0 and not (database or "").startswith("postgres"):
        raise cw.CornerwiseError(
            "Workers take their questions from PostgreSQL: give --database postgresql://user@host/name."
        )
    settings = Settings(
        data=data or default_data(),
        database=database,
        workers=default_workers() if workers is None else workers,
        pace=pace,
        away=away,
        origins=tuple(origin or ()),
        proxies=tuple(proxy or ()),
        lines=lines,
        url=checked_url(url or ""),
        guests=guests,
        keep_games=keep_games,
        push_to=tuple(push_to or ()),
        smtp=checked_smtp(smtp, mail_from, url) if smtp else None,
        log=log,
    )
    claim = prepare_data(settings)
    try:
        listener = socket.create_server((host, port), backlog=128)
    except OSError as error:
        reason = os.strerror(error.errno).lower() if error.errno and error.errno > 0 else str(error).lower()
        raise cw.CornerwiseError(f"Port {port} at {host} cannot be opened: {reason}; try --port 0.") from None
    shown = "127.0.0.1" if host in ("0.0.0.0", "::", "") else host
    address = f"http://{shown}:{listener.getsockname()[1]}/"
    say(f"Cornerwise is open at {address} (stop it with Ctrl-C)")
    if open_page and (sys.platform != "linux" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        threading.Timer(1.0, webbrowser.open, [address]).start()
    with contextlib.suppress(KeyboardInterrupt):  # that came before the server was ready to hear it
        if processes > 1:
            supervise(settings, listener, processes)
        else:
            run(settings, listener)
    say(f"Stopped; the games are in {'the database' if database else settings.data}.")
    if claim is not None:
        claim.close()
