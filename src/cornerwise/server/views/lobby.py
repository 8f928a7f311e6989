"""The lobby as the wire carries it: seeks, running tables, and what concerns one person; works on a transaction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session as Transaction

import cornerwise as cw
from cornerwise.server.lobby.bars import barred
from cornerwise.server.lobby.seek import Seek
from cornerwise.server.lobby.seeks import find_seek, read_seeks
from cornerwise.server.store.tables import GameRow, PersonRow, SeatRow
from cornerwise.server.wire.lobby import OwnTable, SeekView, Somebody, TableSummary
from cornerwise.server.wire.lobby_messages import Lobby, Mine
from cornerwise.server.wire.notices import TurnList
from cornerwise.server.wire.terms import Terms

SEEKS = 60  # shown in the lobby
TABLES = 12  # running games shown in the lobby
RECENT = 60  # running games looked at to find these
OWN = 60  # tables of one person


def person_views(transaction: Transaction, people: Iterable[str]) -> dict[str, Somebody]:
    """These people as others see them."""
    rows = transaction.execute(
        select(PersonRow.id, PersonRow.name, PersonRow.kind).where(PersonRow.id.in_(set(people)))
    )
    return {
        id: Somebody(id=id, name=name, is_guest=kind == "guest", is_computer=kind in ("computer", "bot"))
        for id, name, kind in rows
    }


def seek_views(transaction: Transaction, seeks: Sequence[Seek], among: Sequence[Seek]) -> list[SeekView]:
    """These seeks; `among` all of them are those that answer them."""
    wanted = {seek.person for seek in (*seeks, *among)} | {seek.to for seek in seeks if seek.to is not None}
    people = person_views(transaction, wanted)
    return [
        SeekView(
            id=seek.id,
            kind=seek.kind,
            person=people[seek.person],
            numbers=seek.numbers,
            terms=seek.terms,
            low=seek.low,
            high=seek.high,
            fill=seek.fill,
            seats=cw.ruleset(seek.terms[0].ruleset, **seek.terms[0].options).seats,
            joined=tuple(
                people[other.person].name for other in among if other.wants == seek.id and other.person in people
            ),
            to=people.get(seek.to) if seek.to is not None else None,
            made=seek.made,
            wants=seek.wants,
            is_declined=seek.is_declined,
        )
        for seek in seeks
        if seek.person in people
    ]


def seek_view(transaction: Transaction, name: str, now: int) -> SeekView | None:
    """A seek that somebody knows by name, as the link of a private table tells it; None where it is gone."""
    seek = find_seek(transaction, name)
    if seek is None or not seek.is_alive(now):
        return None
    among = [other for other in read_seeks(transaction) if other.is_alive(now)]
    return next(iter(seek_views(transaction, [seek], among)), None)


def lobby_view(transaction: Transaction, now: int) -> Lobby:
    """What everybody sees."""
    seeks = [seek for seek in read_seeks(transaction) if seek.is_alive(now)]
    shown = [seek for seek in seeks if seek.kind in ("open", "quick") and seek.wants is None]
    running = transaction.scalars(
        select(GameRow)
        .where(GameRow.outcome == "playing", GameRow.is_public)
        .order_by(GameRow.since.desc())
        .limit(RECENT)
    ).all()
    tables = sorted(_summaries(transaction, running), key=_renown, reverse=True)
    return Lobby(seeks=tuple(seek_views(transaction, fair(shown, SEEKS), seeks)), tables=tuple(tables[:TABLES]))


def fair(seeks: Sequence[Seek], most: int) -> list[Seek]:
    """Of too many seeks, oldest first, so many: everybody's newest before anybody's next."""
    turns: Counter[str] = Counter()
    places = []
    for number, seek in enumerate(reversed(seeks)):
        places.append((turns[seek.person], number))
        turns[seek.person] += 1
    kept = {number for _, number in sorted(places)[:most]}
    return [seek for number, seek in enumerate(seeks) if len(seeks) - 1 - number in kept]


def _renown(table: TableSummary) -> tuple[bool, int]:
    """What people like to watch: live games between people, the stronger the better."""
    numbers = [number for number, level in zip(table.numbers, table.levels, strict=True) if number and not level]
    return table.terms.tempo.is_live and len(numbers) > 1, sum(numbers)


def _summaries(transaction: Transaction, games: Sequence[GameRow]) -> list[TableSummary]:
    seats = _seats(transaction, [game.id for game in games])
    return [TableSummary(**_summary(game, seats[game.id])) for game in games]


def _seats(transaction: Transaction, games: Sequence[str]) -> dict[str, list[SeatRow]]:
    found: dict[str, list[SeatRow]] = {game: [] for game in games}
    for seat in transaction.scalars(
        select(SeatRow).where(SeatRow.game.in_(games)).order_by(SeatRow.game, SeatRow.seat)
    ):
        found[seat.game].append(seat)
    return found


def _summary(game: GameRow, seats: Sequence[SeatRow]) -> dict[str, Any]:
    standings = (game.table or {}).get("standings", [])
    return {
        "game": game.id,
        "terms": Terms.model_validate(game.terms),
        "names": tuple(seat.name for seat in seats),
        "levels": tuple(seat.level if seat.kind == "computer" else None for seat in seats),
        "numbers": tuple(each and each["number"] for each in standings),
        "moves": game.ply,
        "actor": cw.NOBODY if game.actor is None else game.actor,
        "deadline": game.deadline,
    }


def own_tables(transaction: Transaction, person: str) -> tuple[OwnTable, ...]:
    """Somebody's tables that go on, those where it is their turn first."""
    games = transaction.scalars(
        select(GameRow)
        .join(SeatRow, SeatRow.game == GameRow.id)
        .where(SeatRow.person == person, SeatRow.kind == "person", GameRow.outcome == "playing")
        .order_by(GameRow.opened.desc())
        .limit(OWN)
    ).all()
    seats = _seats(transaction, [game.id for game in games])
    tables = []
    for game in games:
        seat = next(each.seat for each in seats[game.id] if each.person == person)
        tables.append(
            OwnTable(
                **_summary(game, seats[game.id]),
                seat=seat,
                is_your_turn=game.actor == seat,
                opened=int(game.opened.replace(tzinfo=UTC).timestamp() * 1000),
            )
        )
    tables.sort(key=lambda table: (not table.is_your_turn, table.deadline or 0))
    return tuple(tables)


def challenges_to(transaction: Transaction, person: str, seeks: Iterable[Seek]) -> list[Seek]:
    """Those of the seeks by which somebody challenges a person, who may answer them."""
    blocked = barred(transaction, person, "block")
    return [
        seek
        for seek in seeks
        if seek.to == person and not seek.is_declined and person not in seek.avoids and seek.person not in blocked
    ]


def turn_list(transaction: Transaction, person: str, now: int) -> TurnList:
    """What waits for one person, wherever they are on the page."""
    seeks = [seek for seek in read_seeks(transaction, person) if seek.is_alive(now)]
    return TurnList(tables=own_tables(transaction, person), challenges=len(challenges_to(transaction, person, seeks)))


def mine_view(transaction: Transaction, person: str, now: int) -> Mine:
    """What concerns one person."""
    seeks = [seek for seek in read_seeks(transaction) if seek.is_alive(now)]
    own = [seek for seek in seeks if seek.person == person]
    challenges = challenges_to(transaction, person, seeks)
    blocked = barred(transaction, person, "block")
    silenced = person_views(transaction, barred(transaction, person, "mute"))  # who is blocked is not heard either
    until = transaction.scalar(select(PersonRow.suspended_until).where(PersonRow.id == person))
    return Mine(
        seeks=tuple(seek_views(transaction, own, seeks)),
        challenges=tuple(seek_views(transaction, challenges, seeks)),
        tables=own_tables(transaction, person),
        muted=tuple(each for id, each in sorted(silenced.items()) if id not in blocked),
        blocked=tuple(each for id, each in sorted(silenced.items()) if id in blocked),
        suspended_until=until if until is not None and until > now else None,
    )
