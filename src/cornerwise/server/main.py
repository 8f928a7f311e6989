"""Runs the app under uvicorn on a socket that is open already."""

from __future__ import annotations

import contextlib
import os
import resource
import socket

import uvicorn

import cornerwise as cw
from cornerwise.server.app import create_app
from cornerwise.server.http.limits import FRAME_BYTES, MOST_FILES, RESERVE
from cornerwise.server.http.transport import Lines, guarded
from cornerwise.server.settings import Settings
from cornerwise.server.store.claim import Claim, check, close_to_others
from cornerwise.server.store.store import connect, database


def prepare_data(settings: Settings) -> Claim:
    """Make the data directory, claim it and look into it; what is wrong is said in one sentence."""
    os.umask(0o077)  # what people have played and the secrets of their seats are nobody else's business
    try:
        settings.data.mkdir(parents=True, exist_ok=True)
        claim = Claim(settings.data)
        close_to_others(settings.data)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise cw.CornerwiseError(f"The games cannot be kept in {str(settings.data)!r}: {reason}.") from None
    # Within uvicorn's start this would be a page of traceback.
    engine = connect(database(settings.data))
    try:
        check(engine)
    finally:
        engine.dispose()
    return claim


def files() -> int:
    """How many files and connections this process may have open, after asking for as many as it can get."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return max(soft, wanted)


def run(settings: Settings, listener: socket.socket) -> None:
    """Serve until told to stop."""
    http, ws = guarded(Lines(files() - RESERVE, settings.lines, settings.proxies))
    config = uvicorn.Config(
        create_app(settings),
        http=http,
        ws=ws,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        log_level="warning",
        ws_max_size=FRAME_BYTES,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=3,
        server_header=False,
    )
    # uvicorn ends in an orderly way and then repeats the signal for its parent; Ctrl-C is no error here.
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])
