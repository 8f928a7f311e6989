"""Opening a table: seats drawn at random, or rotated for a rematch; the game as the store will keep it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session as Transaction

import cornerwise as cw
from cornerwise.server.play import dice
from cornerwise.server.play.table import Table
from cornerwise.server.store.games import Seat, StoredGame, open_game
from cornerwise.server.store.tables import now as moment
from cornerwise.server.wire.table import Standing
from cornerwise.server.wire.terms import Terms


@dataclass(frozen=True)
class Sitter:
    """Somebody who will sit at a table; a computer has a level."""

    person: str
    name: str
    level: int | None
    standing: Standing | None


def draw(sitters: Sequence[Sitter]) -> list[Sitter]:
    """The sitters in an order nobody can foresee."""
    order = list(sitters)
    secrets.SystemRandom().shuffle(order)
    return order


def open_table(terms: Terms, sitters: Sequence[Sitter], now: int) -> StoredGame:
    """A fresh game on these terms, the sitters in the order of the seats. Nobody holds its tokens: there is no host."""
    ruleset = cw.ruleset(terms.ruleset, **terms.options)
    assert len(sitters) == ruleset.seats
    position = cw.start(ruleset)
    first = position.starter if position.turn.actor == cw.CHANCE else position.turn.actor
    table = Table.begin(
        terms,
        [sitter.standing for sitter in sitters],
        first,
        now,
        is_timed=sitters[first].level is None,
    )
    return StoredGame(
        id=secrets.token_urlsafe(9),
        ruleset=ruleset.name,
        options={key: str(value) for key, value in ruleset.options.items()},
        seed=dice.new_seed(),
        computer_seed=secrets.randbits(63),
        token=secrets.token_urlsafe(24),
        ply=0,
        is_paused=False,
        seats=tuple(
            Seat(
                number,
                "person" if sitter.level is None else "computer",
                sitter.name if sitter.level is None else "",
                sitter.level or 3,
                secrets.token_urlsafe(24),
                person=sitter.person,
            )
            for number, sitter in enumerate(sitters)
        ),
        entries=(),
        forecasts={},
        opened=moment(),
        played=moment(),
        due=None if sitters[first].level is None else now,
        terms=terms.model_dump(),
        is_public=terms.is_public,
        **table.columns,
    )


def open_rematch(table: Table, seats: Sequence[Seat], now: int) -> StoredGame:
    """The same people again, everybody one seat further."""
    sitters = [
        Sitter(
            seat.person or "",
            seat.name,
            seat.level if seat.kind == "computer" else None,
            _carried(table.standings[seat.seat]),
        )
        for seat in seats
    ]
    return open_table(table.terms, [sitters[-1], *sitters[:-1]], now)


def open_next(transaction: Transaction, game: StoredGame) -> dict[str, Any]:
    """Keep a game in the transaction that ends or changes another."""
    open_game(transaction, game)
    return {}


def _carried(standing: Standing | None) -> Standing | None:
    """What somebody's rating is when the next game begins."""
    if standing is None or standing.after is None:
        return standing
    return standing.model_copy(update={"number": standing.after, "after": None})
