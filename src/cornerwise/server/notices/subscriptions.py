"""Who wants to be told where: browsers and e-mail addresses; works on a transaction."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass

from sqlalchemy import delete, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.notices.encryption import to_text
from cornerwise.server.notices.push import Subscription
from cornerwise.server.notices.vapid import new_key
from cornerwise.server.refusal import Refusal
from cornerwise.server.store.tables import AddressRow, KeyRow, PersonRow, SubscriptionRow
from cornerwise.server.wire.terms import DAY, MINUTE

REFUSALS = 5  # in a row, after which a browser is told nothing any more
QUESTION_LASTS = 2 * DAY  # how long the link that proves an address is good
QUESTION_AGAIN = 10 * MINUTE  # how soon another such link is sent


def key(transaction: Transaction, name: str, fresh: str) -> str:
    """A secret all processes share; `fresh` becomes it where there is none yet."""
    known = transaction.get(KeyRow, name)
    if known is None:
        try:
            with transaction.begin_nested():
                transaction.add(KeyRow(name=name, value=fresh))
        except IntegrityError:  # another process was the first
            return transaction.scalars(select(KeyRow.value).where(KeyRow.name == name)).one()
        return fresh
    return known.value


@dataclass(frozen=True)
class Keys:
    """The server's own: for push services, and for links in e-mails."""

    push: str
    mail: str


def keys(transaction: Transaction) -> Keys:
    """The server's keys, made the first time."""
    return Keys(key(transaction, "push", new_key()), key(transaction, "mail", secrets.token_urlsafe(32)))


# ---- browsers ----------------------------------------------------------------------------------


def subscribe(transaction: Transaction, person: str, to: Subscription, now: int) -> None:
    """A browser wants to be told; its last wish is what counts, and one endpoint is one browser's."""
    transaction.execute(delete(SubscriptionRow).where(SubscriptionRow.endpoint == to.endpoint))
    transaction.merge(SubscriptionRow(**vars(to), person=person, made=now, sent=None, failures=0))


def unsubscribe(transaction: Transaction, visit: str) -> None:
    """A browser wants to be told no more, or is gone."""
    transaction.execute(delete(SubscriptionRow).where(SubscriptionRow.visit == visit))


def subscriptions(transaction: Transaction, person: str) -> list[SubscriptionRow]:
    """The browsers in which somebody wants to be told."""
    return list(transaction.scalars(select(SubscriptionRow).where(SubscriptionRow.person == person)))


def is_subscribed(transaction: Transaction, visit: str) -> bool:
    """Whether a browser wants to be told."""
    return transaction.get(SubscriptionRow, visit) is not None


def note_sent(transaction: Transaction, visit: str, now: int) -> None:
    """A browser was told something."""
    row = update(SubscriptionRow).where(SubscriptionRow.visit == visit)
    transaction.execute(row.values(sent=now, failures=0))


def note_refused(transaction: Transaction, visit: str) -> None:
    """A push service did not take a message; too often in a row is enough."""
    row = transaction.get(SubscriptionRow, visit)
    if row is not None:
        row.failures += 1
        if row.failures >= REFUSALS:
            transaction.delete(row)


# ---- e-mail ------------------------------------------------------------------------------------


def token(secret: str, kind: str, person: str, address: str, made: int) -> str:
    """What a link in an e-mail proves: that whoever opens it reads this address."""
    text = f"{kind}\n{person}\n{address}\n{made}".encode()
    return f"{person}.{to_text(hmac.digest(secret.encode(), text, hashlib.sha256))}"


def set_address(transaction: Transaction, person: str, address: str, language: str, now: int) -> bool:
    """Somebody names an address; whether to ask there if it is theirs. What was verified before is verified no more."""
    row = transaction.get(AddressRow, person)
    if row is not None and row.address == address:
        row.language = language
        if row.verified is not None:
            return False
    if row is not None and now - row.made < QUESTION_AGAIN:
        raise Refusal("too_fast", "A link was sent a moment ago; look there first, or wait ten minutes.", "mail_wait")
    transaction.merge(AddressRow(person=person, address=address, language=language, made=now, verified=None, sent=None))
    return True


def verify_address(transaction: Transaction, secret: str, shown: str, now: int) -> str | None:
    """Whoever shows this token reads the address; which it is, or None."""
    row = _shown(transaction, secret, "verify", shown)
    if row is None or (row.verified is None and now - row.made > QUESTION_LASTS):
        return None
    row.verified = row.verified or now
    return row.address


def drop_address(transaction: Transaction, person: str) -> None:
    """Somebody wants no e-mail any more."""
    transaction.execute(delete(AddressRow).where(AddressRow.person == person))


def drop_shown(transaction: Transaction, secret: str, shown: str) -> bool:
    """The same by a link in an e-mail; also when it was opened before."""
    row = _shown(transaction, secret, "off", shown)
    if row is not None:
        transaction.delete(row)
    return row is not None


def _shown(transaction: Transaction, secret: str, kind: str, shown: str) -> AddressRow | None:
    row = transaction.get(AddressRow, shown.partition(".")[0])
    if row is None:
        return None
    right = token(secret, kind, row.person, row.address, row.made)
    return row if hmac.compare_digest(right.encode(), shown.encode()) else None


def claim_address(transaction: Transaction, person: str, now: int, gap: int) -> bool:
    """Take the right to write to an address now, which nobody else has within the gap."""
    where = AddressRow.person == person, or_(AddressRow.sent.is_(None), AddressRow.sent <= now - gap)
    return transaction.execute(update(AddressRow).where(*where).values(sent=now)).rowcount == 1  # type: ignore[attr-defined,no-any-return]


def address_of(transaction: Transaction, person: str) -> tuple[AddressRow, str] | None:
    """Where somebody wants to get e-mail, and their name; None where they do not."""
    row = transaction.get(AddressRow, person)
    whose = transaction.get(PersonRow, person)
    return None if row is None or whose is None or whose.deleted is not None else (row, whose.name)
