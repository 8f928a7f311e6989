"""The routes of ladders, rankings and people's ratings over time."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from sqlalchemy import func, select
from sqlalchemy.orm import Session as Transaction

import cornerwise as cw
from cornerwise.engine.level import levels
from cornerwise.server.http.routes.api import problems
from cornerwise.server.http.routes.people import PersonName
from cornerwise.server.http.visitor import MaybePerson
from cornerwise.server.people.countries import COUNTRIES
from cornerwise.server.people.people import person, person_named
from cornerwise.server.ratings.history import Opponent, best_results, points
from cornerwise.server.ratings.ladder import Ladder, ladder, ladder_of, ladders
from cornerwise.server.ratings.ranking import PAGE, Cursor, Place, Ranking, parse_cursor
from cornerwise.server.ratings.rating import Rating
from cornerwise.server.ratings.results import rating_of
from cornerwise.server.ratings.standings import WORLD, week_of
from cornerwise.server.refusal import Refusal
from cornerwise.server.store.store import Store
from cornerwise.server.store.tables import RatingRow, StandingRow, milliseconds
from cornerwise.server.wire.people import Country
from cornerwise.server.wire.ranking import (
    AnchorView,
    BestResult,
    LadderList,
    LadderRecord,
    LadderView,
    PersonRatings,
    PlaceView,
    RankingPage,
    RatedOpponent,
    RatingPoint,
    RatingView,
)

router = APIRouter(prefix="/api")

LadderKey = Annotated[str, Path(max_length=40)]
At = Annotated[str, Query(max_length=80)]


def store(request: Request) -> Store:
    """The app's store."""
    return request.app.state.people.store  # type: ignore[no-any-return]


def rating_view(rating: Rating) -> RatingView:
    """A rating as it is shown."""
    return RatingView(
        number=rating.number,
        uncertainty=rating.uncertainty,
        is_provisional=rating.is_provisional,
        games=rating.games,
    )


def place_view(place: Place, you: str | None) -> PlaceView:
    """A place as it is shown to somebody."""
    return PlaceView(
        rank=place.rank,
        name=place.name,
        country=place.country,
        rating=rating_view(place.rating),
        moved=place.moved,
        is_you=place.person == you,
    )


def find_ladder(key: str) -> Ladder:
    """The ladder of a key, or a refusal."""
    found = next((each for each in ladders() if each.key == key), None)
    if found is None:
        raise Refusal("unknown_ladder", "There is no such ladder.", "unknown_ladder")
    return found


def cursor(text: str) -> Cursor | None:
    """The cursor of a query, None where there is none."""
    found = parse_cursor(text)
    if text and found is None:
        raise Refusal("malformed", "That page of the ranking cannot be found; begin with the first.")
    return found


@router.get("/ladders", responses=problems())
async def every_ladder(request: Request) -> LadderList:
    """Every ladder, with the computers on it and how many people are in its ranking."""

    def sizes(transaction: Transaction) -> dict[str, int]:
        query = select(StandingRow.ladder, func.sum(StandingRow.people)).where(StandingRow.country == WORLD)
        return {key: count for key, count in transaction.execute(query.group_by(StandingRow.ladder))}

    people = await store(request).read(sizes)
    return LadderList(
        ladders=tuple(ladder_view(each, people.get(each.key, 0)) for each in ladders()),
        countries=tuple(sorted(COUNTRIES)),
    )


def ladder_view(ladder: Ladder, people: int) -> LadderView:
    """A ladder as it is shown."""
    return LadderView(
        key=ladder.key,
        family=ladder.family,
        title=ladder.title,
        is_live=ladder.is_live,
        rulesets=rulesets_of(ladder),
        anchors=tuple(
            AnchorView(level=level, key=level_key(ladder, level), number=round(mu))
            for level, mu in enumerate(ladder.anchors, 1)
        ),
        people=people,
    )


def rulesets_of(ladder: Ladder) -> tuple[str, ...]:
    """All rulesets rated on a ladder."""
    return tuple(name for name in cw.rulesets() if ladder_of(name, ladder.is_live) is ladder)


@cache
def level_key(ladder: Ladder, level: int) -> str:
    """What a level is called in data; rulesets of one ladder have the same levels."""
    known = levels(cw.ruleset(rulesets_of(ladder)[0]))
    return known[min(level, len(known)) - 1].key


@router.get("/ranking/{ladder}", responses=problems(404))
async def ranking(
    request: Request,
    ladder: LadderKey,
    you: MaybePerson,
    country: Annotated[Country | None, Query()] = None,
    after: At = "",
    before: At = "",
) -> RankingPage:
    """A page of a ladder's ranking, of the world or a country: the best, or what follows or precedes a place."""
    key = find_ladder(ladder).key
    above, below = cursor(after), cursor(before)

    def look(transaction: Transaction) -> RankingPage:
        rank = Ranking(transaction, key, week_of(milliseconds()), country)
        places = rank.before(below) if below is not None else rank.after(above)
        if below is not None and len(places) < PAGE:  # near the top: the whole first page
            places = rank.after(None)
        size = rank.size
        whose = None if you is None else you.id
        neighbors = [] if whose is None else rank.neighbors(whose)
        mine = next((place for place in neighbors if place.person == whose), None)
        return RankingPage(
            ladder=key,
            country=country,
            people=size,
            places=tuple(place_view(place, whose) for place in places),
            before=str(Cursor(places[0].bound, places[0].person)) if places and places[0].rank > 1 else None,
            after=str(Cursor(places[-1].bound, places[-1].person)) if places and places[-1].rank < size else None,
            you=place_view(mine, whose) if mine is not None else None,
            neighbors=tuple(place_view(place, whose) for place in neighbors),
        )

    return await store(request).read(look)


@router.get("/people/{name}/ratings", responses=problems(404))
async def ratings(request: Request, name: PersonName) -> PersonRatings:
    """Somebody's ratings on every ladder: now, over time, and the best results."""

    def look(transaction: Transaction) -> PersonRatings:
        whose = person_named(transaction, name)
        rows = transaction.scalars(select(RatingRow).where(RatingRow.person == whose.id))
        order = [each.key for each in ladders()]
        found = sorted((row for row in rows if row.ladder in order), key=lambda row: order.index(row.ladder))
        return PersonRatings(name=whose.name, ladders=tuple(ladder_record(transaction, row) for row in found))

    return await store(request).read(look)


def ladder_record(transaction: Transaction, row: RatingRow) -> LadderRecord:
    """What a person has done on a ladder."""
    place = None
    if row.listed is not None:
        place = Ranking(transaction, row.ladder, week_of(milliseconds())).rank(row.bound, row.person)
    return LadderRecord(
        ladder=row.ladder,
        rating=rating_view(rating_of(row)),
        peak=None if row.peak is None else round(row.peak),
        rank=place,
        points=tuple(
            RatingPoint(ended=point.ended, number=point.rating.number, uncertainty=point.rating.uncertainty)
            for point in points(transaction, row.ladder, row.person)
        ),
        best=tuple(
            BestResult(
                game=win.game,
                ended=win.ended,
                opponents=tuple(opponent_view(each, row.ladder) for each in win.opponents),
            )
            for win in best_results(transaction, row.ladder, row.person)
        ),
    )


def opponent_view(opponent: Opponent, on: str) -> RatedOpponent:
    """Somebody else in a game on a ladder, as they were then."""
    other = person(opponent.person)
    key = None if other.level is None else level_key(ladder(on), other.level)
    return RatedOpponent(name=other.name, level=other.level, key=key, number=round(opponent.mu))
