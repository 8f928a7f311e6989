"""Which bus a server is on: its database decides."""

from __future__ import annotations

from cornerwise.server.bus.bus import Bus
from cornerwise.server.bus.local import LocalBus
from cornerwise.server.store.database import is_postgres


def open_bus(database: str) -> Bus:
    """The bus beside a database: PostgreSQL carries notes between processes, SQLite belongs to one."""
    if not is_postgres(database):
        return LocalBus()
    from cornerwise.server.bus.postgres import PostgresBus

    return PostgresBus(database)
