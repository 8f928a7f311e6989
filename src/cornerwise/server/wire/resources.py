"""What is fetched once over REST: rulesets, games as summaries, puzzles."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cornerwise.puzzle.read import Rank
from cornerwise.server.wire.home import HomeGame
from cornerwise.server.wire.snapshot import Snapshot
from cornerwise.server.wire.wire import CellNumber, GameId, GivenKind, Key, LevelNumber, Name, Ply, Token, Values, Wire

RECORD = 60_000  # characters of a game's record

# ---- rulesets -------------------------------------------------------------------------------


class Option(Wire):
    """A choice a ruleset offers, e.g. corners: fixed or free; the first value is the default."""

    name: str
    values: tuple[str, ...]
    owners: dict[str, tuple[int | None, ...]] = Field(
        description="for each value that gives the colors to other seats: who owns them then"
    )


class Strength(Wire):
    """A level of the computer in a ruleset: what it is called in data, and its number among people's ratings."""

    key: str
    rating: int | None = Field(description="null where it was not measured")


class RulesetSummary(Wire):
    """One line of the list of games."""

    name: str
    title: str
    family: str = Field(description="the game it is a way to play, e.g. classic; its own name where it is alone")
    structure: str | None = Field(description="what is built, where a family has several structures")
    seats: int
    colors: tuple[str, ...]
    owners: tuple[int | None, ...] = Field(
        description="per color: the seat that owns it, or null when it is shared or wanders"
    )
    teams: tuple[tuple[int, ...], ...]
    sheets: int
    columns: int
    rows: int
    levels: int
    plan: tuple[str, ...] = Field(
        description="3D: the height of every column as a digit, the farthest row first; else empty"
    )
    contact: Literal["corner", "face"]
    options: tuple[Option, ...]
    strengths: tuple[Strength, ...] = Field(description="the computer's levels, the weakest first")


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


class Way(Wire):
    """A way to make a placement: the id of the move is `first` and the placement's number together."""

    die: int | None = Field(description="the die taken; null in games without dice")
    strike: bool
    first: int


class Clause(Wire):
    """A rule that holds in a game, as docs/rules numbers it; the page has the sentence."""

    key: str
    number: str = Field(description="the clause of docs/rules, e.g. C2")
    count: int = Field(default=0, description="pieces or strikes, where the sentence tells how many")
    bonus: int = Field(default=0, description="points for having placed every piece")
    last: int = Field(default=0, description="points for having placed the smallest one last")
    colors: tuple[tuple[str, ...], ...] = Field(default=(), description="the colors the sentence names, by side")


class RulesetDetail(Wire):
    """Everything a page needs to draw a ruleset; it says nothing about what is legal."""

    name: str
    title: str
    family: str
    structure: str | None
    options: dict[str, str]
    choices: tuple[Option, ...]
    strengths: tuple[Strength, ...] = Field(description="the computer's levels, the weakest first")
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
    clauses: tuple[Clause, ...] = Field(description="the rules, in the order in which they are told")
    notes: tuple[str, ...] = Field(description="house values a player should know of, one sentence each")
    move_count: int
    ways: tuple[Way, ...] = Field(description="how a placement can be made, by the ids of their moves, ascending")
    atlas: AtlasLink
    position: str = Field(description="the starting position as text")
    example: tuple[tuple[int, int, int], ...] = Field(
        description="a few moves from the start to be shown with the rules: sheet, number of the color, and move"
    )


class Welcome(Wire):
    """What the page asks first: the games there are, families together, the usual way to play first."""

    version: str
    rulesets: tuple[RulesetSummary, ...]


# ---- games ----------------------------------------------------------------------------------


class NewSeat(Wire):
    """Who sits down: a person at this screen, a person elsewhere by a link, or the computer at a level."""

    kind: GivenKind = "here"
    name: Name | None = None
    level: LevelNumber = 3


class NewGame(Wire):
    """A game to be opened: from the start, from a record or the text of a share link, or as it was played at home."""

    ruleset: Key | None = None
    options: dict[Key, Key] = Field(default_factory=dict, max_length=8)
    seats: tuple[NewSeat, ...] = Field(default=(), max_length=4)
    record: Annotated[str, Field(max_length=RECORD)] | None = None
    shared: Annotated[str, Field(max_length=20_000, pattern=r"^[A-Za-z0-9_-]+$")] | None = None
    home: HomeGame | None = None
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
    winners: tuple[int, ...] = Field(default=(), description="none while it goes on, and none when it was aborted")
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
    difficulty: Rank
    region: tuple[tuple[int, int, int], ...] = Field(description="[x, y, z] of every cell")
    givens: tuple[LaidPiece, ...] = Field(description="what lies there from the start")
    is_daily: bool = False


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
    """Every puzzle on offer: today's first, then from the easiest to the hardest."""

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
