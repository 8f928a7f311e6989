"""Several processes behind one port: started, restarted when one dies, and ended together."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import threading
from multiprocessing.process import BaseProcess
from types import FrameType

from cornerwise.server.main import run
from cornerwise.server.settings import Settings

PATIENCE = 10.0  # seconds a process may take to end
PAUSE = 0.5  # seconds before one that died is started again


def serve_until_orphaned(settings: Settings, listener: socket.socket) -> None:
    """Serve in a process of its own, which ends when its parent does, however that ended."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "started by `supervise`"

    def follow() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=follow, daemon=True).start()
    run(settings, listener)


def supervise(settings: Settings, listener: socket.socket, count: int) -> None:
    """Serve with so many processes until told to stop; each takes connections from the same port."""
    spawning = multiprocessing.get_context("spawn")
    stopping = threading.Event()

    def stop(_: int, __: FrameType | None) -> None:
        stopping.set()

    def start() -> BaseProcess:
        process = spawning.Process(target=serve_until_orphaned, args=(settings, listener), daemon=False)
        process.start()
        return process

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)
    processes = [start() for _ in range(count)]
    while not stopping.wait(PAUSE):
        for number, process in enumerate(processes):
            if not process.is_alive():
                processes[number] = start()
    for process in processes:
        process.terminate()
    for process in processes:
        process.join(PATIENCE)
        if process.is_alive():
            process.kill()
            process.join()
