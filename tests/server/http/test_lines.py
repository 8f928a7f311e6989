"""What an open line costs the server."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path

import pytest
from hostile import Hostile

from serving import Server

PAGE = os.sysconf("SC_PAGESIZE")


def resident(server: Server) -> int:
    """Bytes of memory the server holds."""
    return int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]) * PAGE


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is told by Linux only")
def test_a_line_costs_little_memory(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        with ExitStack() as stack:

            def open_lines(count: int) -> int:
                for _ in range(count):
                    stack.enter_context(Hostile(server.url)).upgrade()
                return resident(server)

            before = open_lines(200)  # the first ones warm the server up
            assert (open_lines(600) - before) / 600 <= 34 * 1024, "kilobytes for a line that does nothing"
    finally:
        server.stop()
