"""Opening a table: seats drawn at random, or rotated for a rematch; the game as the store will keep it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy.orm import Session as Transaction

import cornerwise as cw
from cornerwise.server.notices.turns import add_turn
from cornerwise.server.play.table import dice, ending
from cornerwise.server.play.table.actor import acting
from cornerwise.server.play.table.table import Table
from cornerwise.server.store.games import Seat, StoredGame, open_game
from cornerwise.server.store.tables import now as moment
from cornerwise.server.store.tokens import hashed, seal
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


def new_name() -> str:
    """A name for a game that nobody can guess and no command takes for an option."""
    while (name := secrets.token_urlsafe(9)).startswith("-"):
        pass
    return name


def identity(ruleset: cw.Ruleset) -> dict[str, Any]:
    """What every new game has of its own: a name and seeds nobody can guess, beside its ruleset."""
    return {
        "id": new_name(),
        "ruleset": ruleset.name,
        "options": {key: str(value) for key, value in ruleset.options.items()},
        "seed": dice.new_seed(),
        "computer_seed": secrets.randbits(63),
    }


def with_link(seat: Seat, key: str) -> Seat:
    """A seat with a link of its own, whose token only the host's token, the key, shows again."""
    token = secrets.token_urlsafe(24)
    return replace(seat, hash=hashed(token), sealed=seal(token, key, seat.seat))


def open_table(terms: Terms, sitters: Sequence[Sitter], now: int) -> StoredGame:
    """A fresh game on these terms, the sitters in the order of the seats. There is no host, and there are no links."""
    ruleset = cw.ruleset(terms.ruleset, **terms.options)
    assert len(sitters) == ruleset.seats
    position = cw.start(ruleset)
    first = acting(position)
    table = Table.begin(
        terms,
        [sitter.standing for sitter in sitters],
        first,
        now,
        is_timed=sitters[first].level is None,
    )
    seats = tuple(
        Seat(
            number,
            "person" if sitter.level is None else "computer",
            sitter.name if sitter.level is None else "",
            sitter.level or 3,
            hash="",
            person=sitter.person,
        )
        for number, sitter in enumerate(sitters)
    )
    return StoredGame(
        **identity(ruleset),
        hash="",
        ply=0,
        is_paused=False,
        seats=seats,
        entries=(),
        forecasts={},
        opened=moment(),
        played=moment(),
        due=None if sitters[first].level is None else now,
        terms=terms.model_dump(),
        is_public=terms.is_public,
        summary=ending.summary(position, 0, seats, table),
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


def keep_table(transaction: Transaction, game: StoredGame, now: int) -> None:
    """Keep a fresh table; in a game of days whoever begins is to be told."""
    open_game(transaction, game)
    assert game.terms is not None and game.actor is not None
    first = game.seats[game.actor]
    if not Terms.model_validate(game.terms).tempo.is_live and first.kind == "person" and first.person is not None:
        add_turn(transaction, game.id, first.person, 0, now)


def open_next(transaction: Transaction, game: StoredGame, now: int) -> dict[str, Any]:
    """Keep a table in the transaction that ends or changes another."""
    keep_table(transaction, game, now)
    return {}


def _carried(standing: Standing | None) -> Standing | None:
    """What somebody's rating is when the next game begins."""
    if standing is None or standing.after is None:
        return standing
    return standing.model_copy(update={"number": standing.after, "after": None})
