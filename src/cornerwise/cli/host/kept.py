"""Where the games of a server are kept, for the commands of its host."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cornerwise.cli.host.serve import default_data
from cornerwise.errors import CornerwiseError

Data = Annotated[Path | None, typer.Option(help="The directory that keeps the games.")]
Database = Annotated[str | None, typer.Option(help="The address of the database, if it is not in a directory.")]


def address(data: Path | None, database: str | None) -> str:
    """The address of a server's database; where none is kept, none is made."""
    from cornerwise.server.store.database import file_in, in_directory

    if database is not None:
        return database
    directory = data or default_data()
    if not file_in(directory).is_file():
        raise CornerwiseError(f"There are no games in {str(directory)!r}.")
    return in_directory(directory)
