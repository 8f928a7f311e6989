"""What the host of a server says to everybody: a line of announcement, and terms of their own."""

from __future__ import annotations

from pathlib import Path

ANNOUNCEMENT, TERMS = "announcement.txt", "terms.txt"
ANNOUNCEMENT_LENGTH, TERMS_LENGTH = 300, 20_000


def spoken(data: Path, name: str, length: int) -> str:
    """The text of a file in the data directory, empty where there is none; read anew each time, so edits show."""
    try:
        with (data / name).open(encoding="utf-8", errors="replace") as file:
            return file.read(length).strip()
    except OSError:
        return ""


def announcement(data: Path) -> str:
    """The line for announcements: the first line of announcement.txt in the data directory."""
    text = spoken(data, ANNOUNCEMENT, ANNOUNCEMENT_LENGTH)
    return text.splitlines()[0].strip() if text else ""


def terms(data: Path) -> str:
    """The host's terms: terms.txt in the data directory, plain text with empty lines between paragraphs."""
    return spoken(data, TERMS, TERMS_LENGTH)
