"""The Smart Game Format: text as a stream of nodes with their lines, so that large collections need little memory."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from cornerwise.errors import FileError, MissingFile, NotationError
from cornerwise.ground.textfile import file_name

TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z0-9]+)|\[([^\]\\]*+(?:\\.[^\]\\]*+)*+)\])", re.DOTALL)
ESCAPED = re.compile(r"\\(\r?\n|.)", re.DOTALL)

Properties = dict[str, list[str]]


class Event(NamedTuple):
    """One thing a file says: a branch opens or closes, or a node comes with its properties."""

    mark: Literal["(", ")", ";"]
    line: int
    depth: int  # of branches that are open after it; 0: a game has ended
    properties: Properties


def events(text: str) -> Iterator[Event]:
    """What a text says, game after game; raises NotationError with the line where it stops making sense."""
    at, depth, key, line, counted = 0, 0, "", 1, 0
    node: Properties | None = None
    began = 1  # the line of the node
    while True:
        token = TOKEN.match(text, at)
        start = token.end() if token else len(text)
        line, counted = line + text.count("\n", counted, start), start
        if token is None and not depth and not text[at:].strip():
            return
        if token is None or (not depth and token[1] != "("):
            if node and key in node:
                yield Event(";", began, depth, node)
            raise NotationError(
                f"The file is not well-formed near line {line}: it ends too early or has text outside of brackets."
            )
        at = token.end()
        mark, word, value = token.groups()
        if value is None and node is not None and key and key not in node:
            raise NotationError(f"The file is not well-formed near line {line}: the property {key[:20]} has no value.")
        if word is not None:
            key = "".join(letter for letter in word if not letter.islower())  # the oldest files say Black for B
        elif value is not None:
            if node is None or not key:
                raise NotationError(
                    f"The file is not well-formed near line {line}: a value belongs to no property of a node."
                )
            node.setdefault(key, []).append(ESCAPED.sub(lambda found: found[1].strip("\r\n"), value))
        else:
            if node is not None:
                yield Event(";", began, depth, node)
            node, key, began = ({} if mark == ";" else None), "", line
            if mark == "(":
                depth += 1
                yield Event("(", line, depth, {})
            elif mark == ")":
                depth -= 1
                yield Event(")", line, depth, {})


def escape(text: str) -> str:
    """A text as it stands between brackets."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def named_encoding(text: str) -> str:
    """The encoding that a file names at its beginning, "utf-8" or else "latin-1"; nothing if it names none."""
    named = re.search(r"CA\s*\[\s*([A-Za-z0-9_-]+)", text[:4096])
    return "" if named is None else "utf-8" if named[1].lower() in ("utf-8", "utf8") else "latin-1"


def decode(data: bytes) -> str:
    """The text of a file: UTF-8, or Latin-1 where it says so or cannot be anything else."""
    if named_encoding(data[:4096].decode("latin-1")) != "latin-1":
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError:
            pass
    return data.decode("latin-1")


def read_sgf(path: str | os.PathLike[str]) -> str:
    """The text of a .blksgf file, in UTF-8 or Latin-1."""
    name = file_name(path)
    try:
        return decode(Path(name).read_bytes())
    except FileNotFoundError:
        raise MissingFile(f"The file {name!r} cannot be read: there is no such file.") from None
    except OSError as cause:
        raise FileError(f"The file {name!r} cannot be read: {cause.strerror}.") from None
    except ValueError:
        raise NotationError(f"The file cannot be read: {name!r} is not the name of a file.") from None
