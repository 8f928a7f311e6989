"""Runs the app under uvicorn on a socket that is open already."""

from __future__ import annotations

import contextlib
import faulthandler
import os
import resource
import socket
from pathlib import Path

import uvicorn

import cornerwise as cw
from cornerwise.server.app import create_app
from cornerwise.server.host.logs import configure
from cornerwise.server.http.limits import FRAME_BYTES, KEEPALIVE, MOST_FILES, RESERVE
from cornerwise.server.http.transport import Lines, guarded
from cornerwise.server.settings import Settings
from cornerwise.server.store.claim import Claim, check, close_to_others
from cornerwise.server.store.database import connect

LONGEST_STOP = 15.0  # seconds from the signal to the end


def prepare_data(settings: Settings) -> Claim | None:
    """Look into the database, after claiming its directory where it has one; what is wrong is said in one sentence."""
    os.umask(0o077)  # what people have played and the secrets of their seats are nobody else's business
    claim = None if settings.database else claim_directory(settings.data)
    # Within uvicorn's start this would be a page of traceback.
    engine = connect(settings.database_url)
    try:
        if claim:
            check(engine)
    finally:
        engine.dispose()
    return claim


def claim_directory(data: Path) -> Claim:
    """Make a data directory and claim it."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        claim = Claim(data)
        close_to_others(data)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise cw.CornerwiseError(f"The games cannot be kept in {str(data)!r}: {reason}.") from None
    return claim


def files() -> int:
    """How many files and connections this process may have open, after asking for as many as it can get."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return max(soft, wanted)


class Stopping(uvicorn.Server):
    """A server that ends when told to, whatever hangs: what was acknowledged is on the disk by then."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End in good order, or say where every thread hangs and end all the same."""
        faulthandler.dump_traceback_later(LONGEST_STOP, exit=True)
        await super().shutdown(sockets)


def run(settings: Settings, listener: socket.socket) -> None:
    """Serve until told to stop."""
    configure(settings.log)
    http, ws = guarded(Lines(files() - RESERVE, settings.lines, settings.proxies))
    config = uvicorn.Config(
        create_app(settings),
        http=http,
        ws=ws,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        log_config=None,
        log_level="warning",
        ws_max_size=FRAME_BYTES,
        ws_per_message_deflate=False,  # changes are short; a window per connection would cost more than it saves
        ws_ping_interval=KEEPALIVE,
        ws_ping_timeout=KEEPALIVE,
        timeout_graceful_shutdown=3,
        server_header=False,
    )
    # uvicorn ends in an orderly way and then repeats the signal for its parent; Ctrl-C is no error here.
    with contextlib.suppress(KeyboardInterrupt):
        Stopping(config).run(sockets=[listener])
