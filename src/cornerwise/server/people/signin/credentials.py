"""Credentials: how a guest becomes an account, and the ways an account proves who it is."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.people.names import check_name, is_guest_name
from cornerwise.server.people.people import rename, row_named
from cornerwise.server.people.signin.passkeys import Passkey
from cornerwise.server.ratings.results import relist
from cornerwise.server.refusal import Refusal
from cornerwise.server.store.tables import CredentialRow, PersonRow, milliseconds

CODES = 10  # recovery codes at a time
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none is mistaken for another
CODE_LENGTH = 16  # 79 bits: nothing to guess, so a plain hash keeps them
PASSKEYS = 20  # passkeys of one person


def named(transaction: Transaction, whose: str, name: str | None) -> PersonRow:
    """A person under the name an account is to have; a guest's number is not enough to sign in by."""
    row = transaction.get_one(PersonRow, whose)
    if name is not None and name != row.name:
        rename(transaction, row, check_name(name))
    if is_guest_name(row.name):
        raise Refusal("refused", "An account needs a name of its own.", "name_needed")
    return row


def credentials_of(transaction: Transaction, whose: str) -> list[CredentialRow]:
    """Everything a person can prove themselves by, oldest first."""
    rows = select(CredentialRow).where(CredentialRow.person == whose).order_by(CredentialRow.made, CredentialRow.id)
    return list(transaction.scalars(rows))


def set_password(transaction: Transaction, whose: str, name: str | None, hash: str, now: int | None = None) -> None:
    """Let a person sign in with this password only; a guest is an account from now on."""
    row = named(transaction, whose, name)
    transaction.execute(delete(CredentialRow).where(CredentialRow.person == whose, CredentialRow.kind == "password"))
    keep(transaction, row, "password", secrets.token_hex(16), {"hash": hash}, now)


def rehash(transaction: Transaction, whose: str, hash: str) -> None:
    """Keep a password's hash at today's costs."""
    for row in credentials_of(transaction, whose):
        if row.kind == "password":
            row.data = {"hash": hash}


def add_passkey(
    transaction: Transaction, whose: str, name: str | None, passkey: Passkey, now: int | None = None
) -> None:
    """Let a person sign in by this passkey too; a guest is an account from now on."""
    row = named(transaction, whose, name)
    if len(passkeys_of(transaction, whose)) >= PASSKEYS:
        sentence = f"One person may have {PASSKEYS} passkeys; remove one first."
        raise Refusal("refused", sentence, "many_passkeys", count=PASSKEYS)
    if transaction.get(CredentialRow, passkey.id) is not None:
        raise Refusal("refused", "This passkey is already in use.", "passkey_known")
    keep(transaction, row, "passkey", passkey.id, vars(passkey) | {"transports": list(passkey.transports)}, now)


def keep(
    transaction: Transaction, person: PersonRow, kind: str, id: str, data: dict[str, Any], now: int | None
) -> None:
    """Write a credential down; nothing else about the person changes."""
    now = milliseconds() if now is None else now
    transaction.add(CredentialRow(id=id, person=person.id, kind=kind, data=data, made=now, used=None))
    if person.kind != "account":
        person.kind = "account"
        relist(transaction, person.id, now)


def passkeys_of(transaction: Transaction, whose: str) -> list[Passkey]:
    """The passkeys of a person."""
    return [passkey(row) for row in credentials_of(transaction, whose) if row.kind == "passkey"]


def passkey(row: CredentialRow) -> Passkey:
    """A row as a passkey."""
    return Passkey(**row.data | {"transports": tuple(row.data["transports"])})


def password_of(transaction: Transaction, name: str) -> tuple[str, str] | None:
    """The id and the password's hash of somebody by name, where there are such."""
    row = row_named(transaction, name)
    if row is None:
        return None
    rows = select(CredentialRow).where(CredentialRow.person == row.id, CredentialRow.kind == "password")
    found = transaction.scalar(rows)
    return None if found is None else (row.id, str(found.data["hash"]))


def used(transaction: Transaction, row: CredentialRow, now: int | None = None) -> None:
    """Note that a credential was used."""
    row.used = milliseconds() if now is None else now


# ---- recovery codes --------------------------------------------------------------------------


def code_key(whose: str, code: str) -> str:
    """What is kept of a recovery code; spaces, hyphens and case do not matter."""
    plain = "".join(letter for letter in code.lower() if letter.isalnum())
    return hashlib.sha256(f"{whose}:{plain}".encode()).hexdigest()


def new_codes(transaction: Transaction, whose: str, now: int | None = None) -> list[str]:
    """New recovery codes, each of which works once; older ones stop working."""
    now = milliseconds() if now is None else now
    transaction.execute(delete(CredentialRow).where(CredentialRow.person == whose, CredentialRow.kind == "recovery"))
    plain = ["".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH)) for _ in range(CODES)]
    for code in plain:
        key = code_key(whose, code)
        transaction.add(CredentialRow(id=key, person=whose, kind="recovery", data={}, made=now, used=None))
    return ["-".join(code[at : at + 4] for at in range(0, CODE_LENGTH, 4)) for code in plain]


def use_code(transaction: Transaction, name: str, code: str) -> str | None:
    """Whose recovery code this is, by name; it is good no more."""
    row = row_named(transaction, name)
    key = code_key("" if row is None else row.id, code)
    taken = delete(CredentialRow).where(CredentialRow.id == key, CredentialRow.kind == "recovery")
    found = transaction.execute(taken).rowcount == 1  # type: ignore[attr-defined]
    return row.id if row is not None and found else None


# ---- removing --------------------------------------------------------------------------------


def remove(transaction: Transaction, whose: str, id: str, is_last: bool) -> None:
    """Take a password or passkey away; the last one only if the person knows that it is the last."""
    rows = [row for row in credentials_of(transaction, whose) if row.kind != "recovery"]
    found = next((row for row in rows if row.id == id), None)
    if found is None:
        raise Refusal("refused", "There is no such way to sign in.", "unknown_credential")
    if len(rows) == 1 and not is_last:
        sentence = "This is the last way to sign in; without it the account lives only in the browsers it is open in."
        raise Refusal("refused", sentence, "last_credential")
    transaction.delete(found)
