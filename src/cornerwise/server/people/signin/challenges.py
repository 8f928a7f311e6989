"""Challenges: the random questions passkeys answer; kept by the server and taken away by the first answer."""

from __future__ import annotations

import hashlib
import secrets

from sqlalchemy import delete
from sqlalchemy.engine import CursorResult
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.refusal import Refusal
from cornerwise.server.store.tables import ChallengeRow, milliseconds

LASTS = 5 * 60 * 1000  # milliseconds in which a challenge may be answered


def stale() -> Refusal:
    """The one answer to whatever is wrong with a challenge."""
    return Refusal("refused", "This took too long or was sent twice; try once more.", "challenge")


def hashed(challenge: bytes) -> str:
    """The key of a challenge."""
    return hashlib.sha256(challenge).hexdigest()


def new_challenge(transaction: Transaction, whose: str | None, now: int | None = None) -> bytes:
    """A new question: for one person who adds a passkey, or for whoever signs in."""
    now = milliseconds() if now is None else now
    transaction.execute(delete(ChallengeRow).where(ChallengeRow.made < now - LASTS))
    challenge = secrets.token_bytes(32)
    transaction.add(ChallengeRow(hash=hashed(challenge), person=whose, made=now))
    return challenge


def take_challenge(transaction: Transaction, challenge: bytes, whose: str | None, now: int | None = None) -> None:
    """Take a question away, or refuse when it was not asked, was somebody else's, is too old or was answered."""
    now = milliseconds() if now is None else now
    row = transaction.get(ChallengeRow, hashed(challenge))
    if row is None or row.person != whose or now - row.made > LASTS:
        raise stale()
    # Of two answers at the same moment only one deletes the row.
    taken = transaction.execute(delete(ChallengeRow).where(ChallengeRow.hash == row.hash))
    assert isinstance(taken, CursorResult)
    if taken.rowcount != 1:
        raise stale()
