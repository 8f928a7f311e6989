"""Tokens: random secrets that open something, of which the database keeps only what nobody can open it with."""

from __future__ import annotations

import hashlib


def hashed(token: str) -> str:
    """What is kept of a token; 192 random bits or more need neither salt nor stretching."""
    return hashlib.sha256(token.encode()).hexdigest()


def seal(token: str, key: str, seat: int) -> str:
    """A seat's token as the game keeps it: whoever shows the host's token, the key, can have it read again."""
    return _mixed(token.encode(), key, seat).hex()


def unseal(sealed: str, key: str, seat: int) -> str:
    """The seat's token that was sealed with this key."""
    return _mixed(bytes.fromhex(sealed), key, seat).decode()


def _mixed(text: bytes, key: str, seat: int) -> bytes:
    """Text mixed with as many bytes as only the key gives, different ones for every seat; again, and it is itself."""
    stream = hashlib.shake_256(f"seat {seat} {key}".encode()).digest(len(text))
    return bytes(one ^ other for one, other in zip(text, stream, strict=True))
