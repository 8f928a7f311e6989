"""`cornerwise` as a command line, run in this process, which has already imported what it needs."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

from cornerwise.cli import main


def command(
    *words: object, text: str = "", cwd: Path | None = None, columns: str = "100"
) -> subprocess.CompletedProcess[str]:
    """What the command line answers to these words, with `text` as its input."""
    said, out, errors, code = tuple(map(str, words)), io.StringIO(), io.StringIO(), 0
    with contextlib.ExitStack() as stack:
        stack.callback(signal.signal, signal.SIGTERM, signal.getsignal(signal.SIGTERM))
        stack.enter_context(patch.dict(os.environ, {"COLUMNS": columns, "TERM": "dumb"}))
        stack.enter_context(patch.object(sys, "argv", ["cornerwise", *said]))
        stack.enter_context(patch.object(sys, "stdin", io.StringIO(text)))
        stack.enter_context(contextlib.redirect_stdout(out))
        stack.enter_context(contextlib.redirect_stderr(errors))
        stack.enter_context(contextlib.chdir(cwd or Path.cwd()))
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
    return subprocess.CompletedProcess(said, code, out.getvalue(), errors.getvalue())
