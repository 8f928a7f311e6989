"""`cornerwise mcp`: the games for assistants."""

from __future__ import annotations

import os
import signal

import cornerwise as cw


def mcp() -> None:
    """Serve the games to an assistant through the Model Context Protocol, over standard input and output.

    **Examples**

        cornerwise mcp
    """
    try:
        from cornerwise.adapters.mcp import run
    except ImportError as error:
        missing = "This needs more packages: pip install 'cornerwise[mcp]'"
        raise cw.CornerwiseError(f"{missing} ({error.name} is missing).") from None
    # Standard input is read by a thread, for whose next line the end would wait; nothing is kept that could be lost.
    signal.signal(signal.SIGINT, lambda number, frame: os._exit(130))
    run()
