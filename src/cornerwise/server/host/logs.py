"""Logs: one line per event on standard error, as text for people or as JSON for programs."""

from __future__ import annotations

import json
import logging
import sys
import time
from collections import OrderedDict
from datetime import UTC, datetime
from typing import Literal

LogKind = Literal["text", "json"]
SELDOM = 30.0  # seconds before the same message is written again
REMEMBERED = 256  # messages


class JsonLines(logging.Formatter):
    """A record as one line of JSON: time, level, logger, message, and the traceback of an error."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        found = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            found["traceback"] = self.formatException(record.exc_info)
        return json.dumps(found, ensure_ascii=False)


class Seldom(logging.Filter):
    """Lets the same message pass once in a while, with how often it was said meanwhile; a database that is away is told
    of by everything that needs it, several times a second."""

    def __init__(self) -> None:
        super().__init__()
        self._said: OrderedDict[tuple[str, str], tuple[float, int]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to write it."""
        if record.exc_info:
            return True
        message = record.getMessage()
        key, now = (record.name, message), time.monotonic()
        since, count = self._said.get(key, (-SELDOM, 0))
        if now - since < SELDOM:
            self._said[key] = since, count + 1
            return False
        if count:
            record.msg, record.args = f"{message} ({count} more times meanwhile)", ()
        self._said[key] = now, 0
        self._said.move_to_end(key)
        if len(self._said) > REMEMBERED:
            self._said.popitem(last=False)
        return True


def configure(kind: LogKind) -> None:
    """Let everything that logs write to standard error in this form, from warnings on."""
    handler = logging.StreamHandler(sys.stderr)
    plain = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonLines() if kind == "json" else plain)
    handler.addFilter(Seldom())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
