"""Files that commands write: whole, or refused with a sentence."""

from __future__ import annotations

import sys
from pathlib import Path

from cornerwise.errors import CornerwiseError


def write_file(path: Path, data: bytes) -> None:
    """Writes a file and says so on standard error."""
    try:
        path.write_bytes(data)
    except OSError as error:
        raise CornerwiseError(f"The file {str(path)!r} cannot be written: {error.strerror}.") from None
    print(f"Wrote {path} ({len(data):,} bytes).", file=sys.stderr)
