"""The tempos on offer, by the number of seats; they are data in tempos.toml."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from cornerwise.server.wire.terms import DAY, MINUTE, SECOND, Tempo


@cache
def presets(seats: int) -> dict[str, Tempo]:
    """The named tempos for a game of so many seats: with a bank of time, per move and in days, the quickest first.

    >>> presets(2)["blitz"]
    Tempo(kind='fischer', initial=180000, increment=2000)
    """
    data = tomllib.loads(files(__package__).joinpath("tempos.toml").read_text("utf-8"))
    return {name: _tempo(rows[str(seats)]) for name, rows in data.items()}


def _tempo(row: dict[str, int]) -> Tempo:
    if "days" in row:
        return Tempo(kind="days", initial=row["days"] * DAY, increment=0)
    if "seconds" in row:
        return Tempo(kind="move", initial=row["seconds"] * SECOND, increment=0)
    return Tempo(kind="fischer", initial=row["minutes"] * MINUTE, increment=row["increment"] * SECOND)
