"""`cornerwise backup`: the database as one file, while the server runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cornerwise.cli.host.kept import Data, Database, address
from cornerwise.cli.saying import say


def backup(
    target: Annotated[Path, typer.Argument(help="The new file.")], data: Data = None, database: Database = None
) -> None:
    """Copy all games, people and ratings into one file while the server keeps running.

    With SQLite the file is a database that can replace the old one; with PostgreSQL it is a dump for `pg_restore`.

    **Examples**

        cornerwise backup games-2026-11-17.sqlite3 --data games

        cornerwise backup games.dump --database postgresql://cornerwise@localhost/cornerwise
    """
    from cornerwise.server.host.backup import backup as copy

    size = copy(address(data, database), target)
    say(f"{target}: {size:,} bytes")
