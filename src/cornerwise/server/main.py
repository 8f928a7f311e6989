"""Runs the app under uvicorn on a socket that is open already."""

from __future__ import annotations

import contextlib
import socket

import uvicorn

import cornerwise as cw
from cornerwise.server.app import create_app
from cornerwise.server.http.limits import FRAME_BYTES
from cornerwise.server.settings import Settings
from cornerwise.server.store.store import connect, database


def prepare_data(settings: Settings) -> None:
    """Make the data directory and look into it; what is wrong is said in one sentence."""
    try:
        settings.data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise cw.CornerwiseError(f"The games cannot be kept in {str(settings.data)!r}: {reason}.") from None
    # Within uvicorn's start this would be a page of traceback.
    connect(database(settings.data)).dispose()


def run(settings: Settings, listener: socket.socket) -> None:
    """Serve until told to stop."""
    config = uvicorn.Config(
        create_app(settings),
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
