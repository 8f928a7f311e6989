"""Games for the tests of the archive: ended tables on a database, without boards."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.orm import Session as Transaction

import cornerwise as cw
from cornerwise.server.archive.filing import FiledGame, FiledSeat, file_game
from cornerwise.server.people.people import new_guest
from cornerwise.server.people.person import computer_id
from cornerwise.server.store.tables import GameRow, PersonRow, now

NOON = 1_795_000_000_000  # milliseconds UTC
DAY = 24 * 3600 * 1000


def somebody(transaction: Transaction, name: str) -> str:
    """A person of that name; the id."""
    person = new_guest(transaction, NOON)
    row = transaction.get_one(PersonRow, person.id)
    row.name, row.name_key = name, name.lower()
    transaction.flush()
    return person.id


def shelve(
    transaction: Transaction,
    game: str,
    sitters: Sequence[str | int],
    ranks: Sequence[int],
    ruleset: str = "duo",
    ended: int = NOON,
    is_live: bool = True,
    is_rated: bool = True,
    is_public: bool = True,
) -> bool:
    """File a game that has ended; a sitter who is a number is the computer of that level."""
    terms = {"ruleset": ruleset, "is_public": is_public, "is_rated": is_rated}
    row = {"options": {}, "seed": "", "hash": "", "ply": 0, "is_paused": False, "opened": now(), "played": now()}
    summary = {"moves": 30, "is_over": True, "actor": -2, "scores": [0] * len(ranks), "ranks": list(ranks)}
    transaction.add(
        GameRow(
            id=game,
            ruleset=ruleset,
            terms=terms,
            is_public=is_public,
            outcome="over",
            ended=ended,
            summary=summary,
            **row,
        )
    )
    transaction.flush()
    teams = tuple(tuple(team) for team in cw.ruleset(ruleset).teams)
    seats = tuple(
        FiledSeat(
            person=computer_id(sitter) if isinstance(sitter, int) else sitter,
            rank=rank,
            level=sitter if isinstance(sitter, int) else None,
            number=1500,
            after=1510 if is_rated else None,
        )
        for sitter, rank in zip(sitters, ranks, strict=True)
    )
    scores = tuple(10 - rank for rank in ranks)
    return file_game(transaction, FiledGame(game, ended, ruleset, is_live, is_rated, 30, scores, teams, seats))
