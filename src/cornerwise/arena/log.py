"""The file of a match or tournament: what is played on its first line, then a line per game; only ever appended to."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from cornerwise.errors import CornerwiseError

Row = dict[str, Any]


class Log:
    """The games played so far, on disk if there is a path."""

    def __init__(
        self, kind: str, head: Mapping[str, Any], fixed: Sequence[str], check: Callable[[Row], None], path: Path | None
    ) -> None:
        """`kind` is "match" or "tournament"; `fixed` are the parts of the head that may not differ when it goes on.

        `check` reads a row as the results do, so that one that does not belong here is noticed at once.
        """
        self.kind = kind
        self.path = path
        self.rows: list[Row] = []
        if path is None:
            return
        if path.exists() and path.stat().st_size:
            self._read(path, head, fixed, check)
        else:
            with writing(path):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(json.dumps({kind: head}) + "\n", encoding="utf-8")

    def append(self, row: Row) -> None:
        """Keeps a game; it is on disk when this returns."""
        self.rows.append(row)
        if self.path is not None:
            with writing(self.path), self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
                file.flush()
                os.fsync(file.fileno())

    def _read(self, path: Path, head: Mapping[str, Any], fixed: Sequence[str], check: Callable[[Row], None]) -> None:
        try:
            text = path.read_text(encoding="utf-8")
            # A last line that was cut off by a crash is dropped; that game is played again.
            whole = text[: text.rfind("\n") + 1]
            first, *rest = [json.loads(line) for line in whole.splitlines()]
            told = dict(first[self.kind])
            for row in rest:
                check(row)
        except OSError as error:
            raise CornerwiseError(f"The file {path} cannot be read: {error.strerror}.") from None
        except (ValueError, KeyError, TypeError, IndexError):
            raise CornerwiseError(f"{path} is not the file of a {self.kind}.") from None
        for key in fixed:
            if told.get(key) != head[key]:
                raise CornerwiseError(
                    f"{path} holds another {self.kind}: its {key} is {told.get(key)!r}, not {head[key]!r}."
                )
        if whole != text:
            with writing(path):
                os.truncate(path, len(whole.encode("utf-8")))
        self.rows = rest


@contextlib.contextmanager
def writing(path: Path) -> Iterator[None]:
    """Says in a sentence what went wrong with a file."""
    try:
        yield
    except OSError as error:
        raise CornerwiseError(f"The file {path} cannot be written: {error.strerror}.") from None
