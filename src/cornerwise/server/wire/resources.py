"""What is fetched once over REST: rulesets, games as summaries, puzzles."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cornerwise.server.wire.snapshot import Snapshot
from cornerwise.server.wire.wire import CellNumber, GameId, GivenKind, Key, LevelNumber, Name, Ply, Token, Values, Wire

# ---- rulesets -------------------------------------------------------------------------------


class Option(Wire):
    """A choice a ruleset offers, e.g. corners: fixed or free; the first value is the default."""

    name: str
    values: tuple[str, ...]


class RulesetSummary(Wire):
    """One line of the list of games."""

    name: str
    title: str
    seats: int
    colors: tuple[str, ...]
    sheets: int
    columns: int
    rows: int
    levels: int
    contact: Literal["corner", "face"]
    options: tuple[Option, ...]


class ShapeDetail(Wire):
    """A shape: its cells as [x, y, z] and every way of turning it, in the atlas's order."""

    name: str
    size: int
    cells: tuple[tuple[int, int, int], ...]
    orientations: tuple[tuple[tuple[int, int, int], ...], ...]


class BoardDetail(Wire):
    """The cells of a sheet: [x, y, z] from the left, the bottom and the ground, and their names."""

    columns: int
    rows: int
    levels: int
    cells: tuple[tuple[int, int, int], ...]
    names: tuple[str, ...]
    heights: tuple[tuple[int, int, int], ...] = Field(
        description="[x, y, height limit] of every column of the footprint"
    )


class AtlasLink(Wire):
    """Where the atlas lies; the address holds a hash of its content, so it may be kept for ever."""

    url: str
    placements: int


class RulesetDetail(Wire):
    """Everything a page needs to draw a ruleset; it says nothing about what is legal."""

    name: str
    title: str
    options: dict[str, str]
    choices: tuple[Option, ...]
    seats: int
    sheets: int
    colors: tuple[str, ...]
    owners: tuple[int | None, ...] = Field(
        description="per color: the seat that owns it, or null when it is shared or wanders"
    )
    teams: tuple[tuple[int, ...], ...]
    contact: Literal["corner", "face"]
    board: BoardDetail
    shapes: tuple[ShapeDetail, ...]
    starts: tuple[tuple[int, ...], ...] = Field(description="per color: the cells of which its first piece covers one")
    rows: dict[str, tuple[str, ...]] = Field(description="Dice: die face to the shapes of its row; else empty")
    strikes: int
    notes: tuple[str, ...] = Field(description="house values a player should know of, one sentence each")
    move_count: int
    atlas: AtlasLink
    position: str = Field(description="the starting position as text")


class LevelDetail(Wire):
    """A strength of the computer."""

    level: LevelNumber
    title: str


class Welcome(Wire):
    """What the page asks first: the games there are and how strong the computer can be."""

    version: str
    rulesets: tuple[RulesetSummary, ...]
    levels: tuple[LevelDetail, ...]


# ---- games ----------------------------------------------------------------------------------


class NewSeat(Wire):
    """Who sits down: a person at this screen, a person elsewhere by a link, or the computer at a level."""

    kind: GivenKind = "here"
    name: Name | None = None
    level: LevelNumber = 3


class NewGame(Wire):
    """A game to be opened: from the start, or from a record or the text of a share link."""

    ruleset: Key | None = None
    options: dict[Key, Key] = Field(default_factory=dict, max_length=8)
    seats: tuple[NewSeat, ...] = Field(default=(), max_length=4)
    record: Annotated[str, Field(max_length=60_000)] | None = None
    shared: Annotated[str, Field(max_length=20_000, pattern=r"^[A-Za-z0-9_-]+$")] | None = None
    after: Ply | None = Field(
        default=None, description="how many steps of the record's line to open it after; null: all"
    )


class OpenedGame(Wire):
    """A fresh game and the secret of its host; keep it: it is what makes this browser the host."""

    game: GameId
    token: Token


class FirstTable(Wire):
    """The table a newcomer finds set: drawn at once, opened as a game of the same seats behind the scenes."""

    rules: RulesetDetail
    snapshot: Snapshot


class GameSummary(Wire):
    """A game as one line of a list."""

    game: GameId
    ruleset: str
    title: str
    options: dict[str, str]
    ply: int
    moves: int
    is_over: bool
    actor: int = Field(description="the seat to move, -1 for chance, -2 when the game is over")
    names: tuple[str, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    opened: str = Field(description="time in UTC, ISO 8601")
    played: str = Field(description="time of the last move in UTC, ISO 8601")


class GameList(Wire):
    """The games asked for that exist, in the order asked."""

    games: tuple[GameSummary, ...]


class Shared(Wire):
    """A whole game as the text of a link: open /share#TEXT."""

    text: str
    path: str


class Problem(Wire):
    """Why a request was refused, in one sentence."""

    code: str
    sentence: str
    kind: str = Field(default="", description="which sentence it is, for other languages; empty where nobody sees it")
    values: Values = Field(default_factory=dict, description="what the sentence is filled with")


# ---- puzzles --------------------------------------------------------------------------------


class PuzzleSummary(Wire):
    """One line of the list of puzzles."""

    name: str
    title: str
    text: str
    pieces: int
    cells: int
    columns: int
    rows: int
    levels: int
    is_daily: bool = False


class PuzzlePiece(Wire):
    """How many pieces of a shape a color has."""

    shape: str
    color: str | None = Field(description="null in a puzzle without colors")
    count: int


class LaidPiece(Wire):
    """A piece laid on the puzzle's board."""

    shape: Annotated[str, Field(min_length=1, max_length=8)]
    color: Annotated[str, Field(min_length=1, max_length=20)] | None
    cells: tuple[CellNumber, ...] = Field(max_length=8)


class Said(Wire):
    """A sentence, and what it is made of, for other languages."""

    kind: str
    sentence: str
    values: Values = Field(default_factory=dict)


class PuzzleDetail(Wire):
    """A puzzle: its region, the pieces to lay and what must hold."""

    name: str
    title: str
    text: str
    rules: tuple[Said, ...] = Field(description="what must hold")
    board: BoardDetail
    shapes: tuple[ShapeDetail, ...]
    colors: tuple[str, ...]
    pieces: tuple[PuzzlePiece, ...]
    starts: tuple[tuple[int, ...], ...] = Field(description="per color the cells one of which its first piece covers")
    givens: tuple[LaidPiece, ...]


class PuzzleList(Wire):
    """Every puzzle on offer; today's comes first."""

    puzzles: tuple[PuzzleSummary, ...]


class Laid(Wire):
    """The pieces a person has laid so far."""

    placed: tuple[LaidPiece, ...] = Field(max_length=256)


class Fault(Said):
    """Something that breaks the puzzle's rules, and where."""

    cells: tuple[int, ...]
    pieces: tuple[int, ...] = Field(description="positions in the list that was sent")


class Checked(Wire):
    """What is wrong with the pieces laid so far; solved when nothing is wrong and nothing is missing."""

    is_solved: bool
    faults: tuple[Fault, ...]


HintStep = Literal["region", "piece", "placement"]
