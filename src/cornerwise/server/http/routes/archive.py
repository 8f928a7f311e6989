"""The route of the archive: public games that have ended, searched by anybody."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.archive.search import Cursor, Wanted, parse_cursor, search
from cornerwise.server.http.routes.api import problems
from cornerwise.server.people.people import person_named
from cornerwise.server.refusal import Refusal
from cornerwise.server.store.store import Store
from cornerwise.server.wire.archive import ArchivedGame, ArchivedSeat, ArchivePage
from cornerwise.server.wire.wire import Key, LevelNumber

router = APIRouter(prefix="/api")

At = Annotated[str, Query(max_length=60)]
Moment = Annotated[int | None, Query(ge=0, lt=2**50, description="milliseconds UTC")]


def cursor(text: str) -> Cursor | None:
    """The cursor of a query, None where there is none."""
    found = parse_cursor(text)
    if text and found is None:
        raise Refusal("malformed", "That page of the archive cannot be found; begin with the first.")
    return found


@router.get("/archive", responses=problems(404))
async def archive(
    request: Request,
    person: Annotated[str, Query(max_length=80, description="somebody's name")] = "",
    result: Annotated[Literal["won", "shared", "lost"] | None, Query(description="for that person")] = None,
    ruleset: Annotated[Key | None, Query()] = None,
    ladder: Annotated[Key | None, Query()] = None,
    live: bool | None = None,
    rated: bool | None = None,
    computers: Annotated[bool | None, Query(description="whether any computer sat there")] = None,
    level: Annotated[LevelNumber | None, Query(description="a computer of this level sat there")] = None,
    since: Moment = None,
    until: Moment = None,
    after: At = "",
    before: At = "",
) -> ArchivePage:
    """Public games that have ended, the newest first, or what follows or precedes a place."""
    if result is not None and not person:
        raise Refusal("refused", "Say for whom the game ended so.", "result_of_whom")
    older, newer = cursor(after), cursor(before)

    def look(transaction: Transaction) -> ArchivePage:
        whose = person_named(transaction, person).id if person else None
        wanted = Wanted(
            person=whose,
            result=result,
            ruleset=ruleset,
            ladder=ladder,
            is_live=live,
            is_rated=rated,
            level=level,
            has_computers=computers,
            since=since,
            until=until,
        )
        found = search(transaction, wanted, older, newer)
        return ArchivePage(
            games=tuple(
                ArchivedGame(**vars(game) | {"seats": tuple(ArchivedSeat(**vars(seat)) for seat in game.seats)})
                for game in found.games
            ),
            before=None if found.before is None else str(found.before),
            after=None if found.after is None else str(found.after),
        )

    store: Store = request.app.state.people.store
    return await store.read(look)
