"""Dice that are fixed before a game begins and can be checked after it (clause I8)."""

from __future__ import annotations

import hashlib
import hmac
import secrets


def new_seed() -> str:
    """A fresh secret, 256 bits in hexadecimal."""
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    """What may be shown while the seed is secret: its SHA-256."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def faces_of(seed: str, number: int, count: int) -> tuple[int, ...]:
    """The dice of a line's throw `number` (from 1): `count` independent fair faces, ascending.

    >>> faces_of("00" * 32, 1, 4)
    (1, 2, 2, 5)
    """
    faces: list[int] = []
    block = 0
    while len(faces) < count:
        label = f"roll {number}" if block == 0 else f"roll {number} {block}"
        digest = hmac.digest(bytes.fromhex(seed), label.encode(), "sha256")
        # 252 is the largest multiple of 6 a byte reaches: taking all 256 would favor low faces.
        faces += [byte % 6 + 1 for byte in digest if byte < 252]
        block += 1
    return tuple(sorted(faces[:count]))
