"""Words for people in a terminal, of which no line is wider and no word is broken."""

from __future__ import annotations

import shutil
import sys
import textwrap
from typing import TextIO

NARROWEST = 20


def say(words: str, file: TextIO | None = None) -> None:
    """Prints words; in a terminal long lines go on in the next one, a little further in."""
    out = sys.stdout if file is None else file
    print(narrowed(words, shutil.get_terminal_size().columns) if out.isatty() else words, file=out, flush=True)


def complain(words: str) -> None:
    """Says on standard error what went wrong or was interrupted."""
    say(f"cornerwise: {words}", sys.stderr)


def narrowed(words: str, width: int) -> str:
    """The same lines, those that are too long for the width broken between words."""
    return "\n".join(_narrowed(line, max(width, NARROWEST)) for line in words.split("\n"))


def _narrowed(line: str, width: int) -> str:
    if len(line) <= width:
        return line
    indent = line[: len(line) - len(line.lstrip())]
    return textwrap.fill(
        line.lstrip(),
        width,
        initial_indent=indent,
        subsequent_indent=indent + "  " if len(indent) + 2 < width // 2 else "",
        break_long_words=False,
        break_on_hyphens=False,
    )
