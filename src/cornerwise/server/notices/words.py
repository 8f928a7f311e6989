"""The sentences of notices in the reader's language."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

LANGUAGES = ("en", "de", "fr", "es")


@cache
def catalogue(language: str) -> dict[str, str]:
    """All sentences in a language; English where there is none."""
    chosen = language if language in LANGUAGES else "en"
    found: dict[str, str] = json.loads(files(__package__).joinpath("words", f"{chosen}.json").read_text("utf-8"))
    return found


def say(language: str, key: str, **values: str | int) -> str:
    """A sentence, filled."""
    return catalogue(language)[key].format(**values)
