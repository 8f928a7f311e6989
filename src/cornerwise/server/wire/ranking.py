"""Ladders, rankings and ratings on the wire."""

from __future__ import annotations

from pydantic import Field

from cornerwise.server.wire.wire import Wire


class RatingView(Wire):
    """A rating as it is shown: `1623 ± 124`, with a question mark while it is provisional."""

    number: int
    uncertainty: int = Field(description="what stands after the ±")
    is_provisional: bool
    games: int


class AnchorView(Wire):
    """A computer on a ladder, whose number never changes."""

    level: int
    key: str = Field(description="what the level is called in data")
    number: int


class LadderView(Wire):
    """A ladder: a family of rulesets, live or turn-based."""

    key: str
    family: str
    title: str
    is_live: bool
    rulesets: tuple[str, ...] = Field(description="all rulesets rated on it")
    anchors: tuple[AnchorView, ...]
    people: int = Field(description="how many are in its ranking")


class LadderList(Wire):
    """All ladders."""

    ladders: tuple[LadderView, ...]
    countries: tuple[str, ...] = Field(description="all countries there are, by their two letters")


class PlaceView(Wire):
    """Somebody's place in a ranking."""

    rank: int
    name: str
    country: str | None
    rating: RatingView
    moved: int | None = Field(description="places gained since Monday; null who was not in the ranking then")
    is_you: bool = False


class RankingPage(Wire):
    """A page of a ranking, the best first."""

    ladder: str
    country: str | None
    people: int = Field(description="how many are in it")
    places: tuple[PlaceView, ...]
    before: str | None = Field(description="what to ask for to see the page before; null on the first")
    after: str | None = Field(description="what to ask for to see the page after; null on the last")
    you: PlaceView | None = Field(description="your own place, if you have one")
    neighbors: tuple[PlaceView, ...] = Field(description="who stands next to you, and you")


class RatingPoint(Wire):
    """A rating after a game."""

    ended: int = Field(description="milliseconds UTC")
    number: int
    uncertainty: int


class RatedOpponent(Wire):
    """Somebody in a rated game, with the number they had."""

    name: str = Field(description="empty when the person was deleted")
    level: int | None = Field(description="of a computer player")
    key: str | None = Field(description="what its level is called in data")
    number: int


class BestResult(Wire):
    """A game won against strong opponents."""

    game: str | None = Field(description="null where the game is private")
    ended: int
    opponents: tuple[RatedOpponent, ...]


class LadderRecord(Wire):
    """Somebody's ratings on one ladder over time."""

    ladder: str
    rating: RatingView
    peak: int | None = Field(description="the highest number that was not provisional")
    rank: int | None = Field(description="the place in the ranking, if in it")
    points: tuple[RatingPoint, ...] = Field(description="in order; of many games only so many as a plot can show")
    best: tuple[BestResult, ...]


class PersonRatings(Wire):
    """Everything rated that somebody has played."""

    name: str
    ladders: tuple[LadderRecord, ...]
