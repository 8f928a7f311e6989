"""A user's text file, read and written whole or refused with a sentence."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path
from typing import Any

from cornerwise.errors import CornerwiseError, FileError, MissingFile, WrongType

MAX_BYTES = 1_000_000


def read_text(
    path: str | os.PathLike[str], noun: str, error: type[CornerwiseError], most: int | None = MAX_BYTES
) -> str:
    """The text of a file that the sentences call "the `noun`"; raises `error` or FileError."""
    name = file_name(path)
    try:
        if most is not None and Path(path).stat().st_size > most:
            raise error(f"The {noun} {name!r} is larger than {most:,} bytes.")
        return Path(path).read_text("utf-8-sig")  # some editors begin a file with a mark
    except FileNotFoundError:
        raise MissingFile(f"The {noun} {name!r} cannot be read: there is no such file.") from None
    except CornerwiseError:
        raise
    except OSError as cause:
        raise FileError(f"The {noun} {name!r} cannot be read: {cause.strerror}.") from None
    except UnicodeDecodeError:
        raise error(f"The {noun} {name!r} cannot be read: it is not UTF-8 text.") from None
    except ValueError:  # a name with a null character or half a surrogate pair
        raise error(f"The {noun} cannot be read: {name!r} is not the name of a file.") from None


def write_text(
    path: str | os.PathLike[str], text: str, noun: str, error: type[CornerwiseError], encoding: str = "utf-8"
) -> None:
    """Writes a text to a file that the sentences call "the `noun`"; raises `error` or FileError."""
    name = file_name(path)
    try:
        data = text.encode(encoding)  # first of all: what cannot be written must not empty the file
    except UnicodeEncodeError:
        raise error(f"The {noun} cannot be written: it holds half a character.") from None
    try:
        Path(name).write_bytes(data)
    except OSError as cause:
        raise FileError(f"The {noun} {name!r} cannot be written: {cause.strerror}.") from None
    except ValueError:  # a null character or half a surrogate pair
        raise error(f"The {noun} cannot be written: {name!r} is not the name of a file.") from None


def file_name(path: str | os.PathLike[str]) -> str:
    """The name of a file as text; raises WrongType for what cannot be one."""
    name = os.fspath(path) if isinstance(path, str | os.PathLike) else path
    if not isinstance(name, str):
        raise WrongType(f"A file is named by a text or a path, not {type(path).__name__}.")
    return name


def parse_table(text: str, kind: str, noun: str, error: type[CornerwiseError]) -> dict[str, Any]:
    """The table that a TOML or JSON text holds; raises `error`."""
    try:
        data = json.loads(text) if kind == "json" else tomllib.loads(text)
    except (ValueError, RecursionError) as cause:
        raise error(f"The {noun} is not well-formed {kind.upper()}: {cause}.") from None
    if not isinstance(data, dict):
        raise error(f"The {noun} should hold a table at its top.")
    return data


def kind_of(path: str | os.PathLike[str]) -> str:
    """How the name of a file says that it is written: "json", or else "toml"."""
    return "json" if Path(path).suffix.lower() == ".json" else "toml"
