"""Bots: people's own programs as players; each belongs to an account and proves by a token who it is.

The word "bot" is part of every bot's name and of no person's, so whoever meets one anywhere knows it.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.people.names import check_name, folded
from cornerwise.server.people.people import person, rename
from cornerwise.server.people.person import Person
from cornerwise.server.people.signin.visits import RENEWED
from cornerwise.server.refusal import Refusal
from cornerwise.server.store.tables import BotRow, PersonRow, milliseconds
from cornerwise.server.store.tokens import hashed

MARK = " Bot"
LONGEST = 20 - len(MARK)
MOST = 4  # bots of one account
UNKNOWN = Refusal("refused", "You have no bot of that name.", "unknown_bot")
PREFIX = "cwbot_"  # so that whoever finds a token in a file knows what it is


@dataclass(frozen=True)
class Bot:
    """A bot as its owner sees it; times are milliseconds UTC."""

    person: Person
    made: int
    used: int | None
    has_token: bool


def new_bot(transaction: Transaction, owner: Person, name: str) -> tuple[Person, str]:
    """Make a bot and its token, which is kept nowhere."""
    if owner.kind != "account":
        raise Refusal("refused", "Keep your account first; then you can have bots.", "bots_of_accounts")
    if len(bots_of(transaction, owner.id)) >= MOST:
        raise Refusal("refused", f"You have {MOST} bots, which is as many as one can have.", "many_bots", count=MOST)
    plain = check_name(re.sub(rf"{MARK}$", "", name.strip(), flags=re.IGNORECASE))
    if len(plain) > LONGEST:
        raise Refusal("refused", f"The name of a bot has at most {LONGEST} letters.", "bot_name", most=LONGEST)
    now = milliseconds()
    row = PersonRow(
        id=secrets.token_urlsafe(12),
        kind="bot",
        name="",
        name_key=None,
        country=owner.country,
        made=now,
        seen=now,
        suspended_until=None,
        is_moderator=False,
        deleted=None,
    )
    transaction.add(row)
    rename(transaction, row, plain + MARK)
    token = PREFIX + secrets.token_urlsafe(32)
    transaction.add(BotRow(person=row.id, owner=owner.id, hash=hashed(token), made=now, used=None))
    return person(row), token


def bots_of(transaction: Transaction, owner: str) -> list[Bot]:
    """Somebody's bots, the oldest first."""
    rows = select(BotRow, PersonRow).join(PersonRow, PersonRow.id == BotRow.person).where(BotRow.owner == owner)
    return [
        Bot(person(who), bot.made, bot.used, bot.hash is not None)
        for bot, who in transaction.execute(rows.order_by(BotRow.made, BotRow.person))
    ]


def _own(transaction: Transaction, owner: str, name: str) -> BotRow:
    row = transaction.scalar(
        select(BotRow)
        .join(PersonRow, PersonRow.id == BotRow.person)
        .where(BotRow.owner == owner, PersonRow.name_key == folded(name))
    )
    if row is None:
        raise UNKNOWN
    return row


def renew(transaction: Transaction, owner: str, name: str) -> tuple[str, str]:
    """A new token for a bot, whose old one opens nothing any more; also the bot's id."""
    row = _own(transaction, owner, name)
    token = PREFIX + secrets.token_urlsafe(32)
    row.hash, row.used = hashed(token), None
    return row.person, token


def revoke(transaction: Transaction, owner: str, name: str) -> str:
    """End a bot's token; the bot stays, and can get another. Returns its id."""
    row = _own(transaction, owner, name)
    row.hash = None
    return row.person


def find_bot(transaction: Transaction, token: str) -> Bot | None:
    """The bot a token belongs to."""
    row = transaction.scalar(select(BotRow).where(BotRow.hash == hashed(token)))
    return None if row is None else Bot(person(transaction.get_one(PersonRow, row.person)), row.made, row.used, True)


def is_noted(bot: Bot) -> bool:
    """Whether it was written down within the hour that a bot was here."""
    return bot.used is not None and milliseconds() - bot.used <= RENEWED


def note(transaction: Transaction, bot: str) -> None:
    """Write down that a bot was here."""
    row = transaction.get_one(BotRow, bot)
    row.used = transaction.get_one(PersonRow, bot).seen = milliseconds()
