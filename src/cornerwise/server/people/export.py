"""Everything kept about a person, as a file they can take with them."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from sqlalchemy import Table, inspect, select
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.store.tables import PersonRow, Row

# What would let somebody else in, or is about somebody else.
SECRETS = {"token", "hash", "seed", "name_key", "sealed", "visit", "p256dh", "auth"}


def links(table: Table) -> list[str]:
    """The columns of a table that name a person, by a foreign key or by being marked so."""
    return sorted(
        column.name
        for column in table.columns
        if column.info.get("is_whose") or any(key.column.table.name == "persons" for key in column.foreign_keys)
    )


def export(transaction: Transaction, whose: str) -> dict[str, Any]:
    """Every row of every table that is about a person, without secrets; a new table is in it by itself."""
    person = transaction.get_one(PersonRow, whose)
    found: dict[str, Any] = {"person": plain(row_of(person))}
    for table in Row.metadata.sorted_tables:
        for column in links(table):
            rows = transaction.execute(select(table).where(table.c[column] == whose)).mappings()
            found.setdefault(table.name, []).extend(plain(dict(row)) for row in rows)
    return found


def row_of(row: Row) -> dict[str, Any]:
    """A row as a dictionary."""
    return {attribute.key: getattr(row, attribute.key) for attribute in inspect(row).mapper.column_attrs}


def plain(row: dict[str, Any]) -> dict[str, Any]:
    """A row without secrets, times as text."""
    shown: dict[str, Any] = {}
    for key, value in row.items():
        if key in SECRETS:
            continue
        if key == "data" and isinstance(value, dict):  # of a credential only what a person calls it
            value = {"title": value["title"]} if value.get("title") else {}
        shown[key] = value.isoformat() if isinstance(value, datetime | date) else value
    return shown
