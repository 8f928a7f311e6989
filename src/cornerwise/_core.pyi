"""
The native kernel of Cornerwise; use it through the package `cornerwise`.
"""

from collections.abc import (
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence
)
import enum
from typing import Annotated, Any, Literal, Self, overload

import numpy
import numpy.typing
from numpy.typing import NDArray

import cornerwise.reason


class Shape:
    """A polyform up to symmetry, named."""

    def __init__(self) -> None: ...

    def __copy__(self) -> Self: ...

    def __deepcopy__(self, memo: object) -> Self: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    @property
    def name(self) -> str:
        """Its short name, such as "W"."""

    @property
    def size(self) -> int:
        """How many cells it covers."""

    @property
    def cells(self) -> tuple[tuple[int, int, int], ...]:
        """One orientation as (x, y, z) rows."""

    @property
    def orientations(self) -> tuple[tuple[tuple[int, int, int], ...], ...]:
        """Every way it can lie, each as (x, y, z) rows sorted by z, y, x."""

    @property
    def coordinates(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None, None, None), writable=False)]:
        """The same as an array: (x, y, z) of every cell of every orientation."""

    def __repr__(self) -> str: ...

class Board:
    """An immutable lattice of cells."""

    def __init__(self) -> None: ...

    def __copy__(self) -> Self: ...

    def __deepcopy__(self, memo: object) -> Self: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    @property
    def columns(self) -> int:
        """Width of the grid that cells are named on."""

    @property
    def rows(self) -> int:
        """Depth of the grid that cells are named on."""

    @property
    def levels(self) -> int:
        """Greatest height; 1 when flat."""

    @property
    def cell_count(self) -> int:
        """How many cells there are."""

    @property
    def heights(self) -> tuple[tuple[int, ...], ...]:
        """Height limit of every column, as rows from the bottom; 0 is outside."""

    @property
    def coordinates(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None, None), writable=False)]:
        """
        The (x, y, z) of every cell: x from the left, y from the bottom, z from the ground.
        """

    def cell(self, x: int, y: int, z: int = 0) -> int | None:
        """The cell at a coordinate, or None."""

    def cell_name(self, cell: int | str) -> str:
        """The name of a cell: "e8", in space "d3.1"."""

    def parse_cell(self, text: str) -> int:
        """The cell with this name."""

    def edge_neighbors(self, cell: int | str) -> tuple[int, ...]:
        """Cells that share an edge (in space: a face)."""

    def corner_neighbors(self, cell: int | str) -> tuple[int, ...]:
        """Cells that share only a corner, in the plane."""

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """
        Permutations of the cells that map the board onto itself, identity first.
        """

    def __repr__(self) -> str: ...

class Atlas:
    """Every placement of a ruleset; ids are stable."""

    def __init__(self) -> None: ...

    def __copy__(self) -> Self: ...

    def __deepcopy__(self, memo: object) -> Self: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __len__(self) -> int: ...

    @property
    def shapes(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]:
        """Shape index of every placement."""

    @property
    def orientations(self) -> Annotated[NDArray[numpy.uint16], dict(shape=(None,), writable=False)]:
        """Orientation number of every placement, counted over all shapes."""

    @property
    def cells(self) -> Annotated[NDArray[numpy.int16], dict(shape=(None, None), writable=False)]:
        """Cells of every placement in ascending order, padded with −1."""

    def find(self, cells: Sequence[int]) -> int | None:
        """The placement that covers exactly these cells, or None."""

    @property
    def nbytes(self) -> int:
        """Memory it takes."""

    def __repr__(self) -> str: ...

class Symmetry:
    """A way to turn or mirror the board that a ruleset does not notice."""

    def __init__(self) -> None: ...

    def __copy__(self) -> Self: ...

    def __deepcopy__(self, memo: object) -> Self: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    @property
    def index(self) -> int:
        """Its number among the symmetries of the ruleset."""

    @property
    def shift(self) -> int:
        """How many places the colors move on; 0: they stay."""

    @property
    def cells(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]:
        """The image of every cell."""

    @property
    def moves(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]:
        """The image of every move id."""

    def __repr__(self) -> str: ...

class Ruleset:
    """A game as data: board, shapes, contact, opening, turns, scoring."""

    def __init__(self) -> None: ...

    def __copy__(self) -> Self: ...

    def __deepcopy__(self, memo: object) -> Self: ...

    @property
    def name(self) -> str:
        """Its name in the catalogue."""

    @property
    def key(self) -> str:
        """Name and options as position text writes them."""

    @property
    def spec(self) -> dict[str, Any]:
        """The plain data it was made from."""

    @property
    def options(self) -> dict[str, str]:
        """The options chosen."""

    @property
    def title(self) -> str:
        """Its name for people."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences about house values."""

    @property
    def seats(self) -> int:
        """Places at the table."""

    @property
    def sheets(self) -> int:
        """Physical boards: one, or one per seat."""

    @property
    def colors(self) -> tuple[str, ...]:
        """Names of the colors in playing order."""

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """The shapes of a supply."""

    @property
    def board(self) -> Board:
        """The board."""

    @property
    def atlas(self) -> Atlas:
        """Every placement."""

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """
        Its symmetries: first those that keep the colors, identity first, then those that move the colors on.
        """

    @property
    def contact(self) -> Literal['corner', 'face']:
        """"corner" or "face"."""

    @property
    def owners(self) -> tuple[int | None, ...]:
        """The seat that owns each color; None where it is shared or wanders."""

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """Seats that win together."""

    @property
    def starts(self) -> tuple[tuple[int, ...], ...]:
        """Per color the cells of which its first piece covers one."""

    @property
    def rows(self) -> dict[int, tuple[str, ...]]:
        """Dice: the shapes of each die face."""

    @property
    def strikes(self) -> int:
        """Dice: strikes of a seat."""

    @property
    def fewest_wins(self) -> bool:
        """Whether scores count what is missing, so that the lowest wins (I7)."""

    @property
    def move_count(self) -> int:
        """Move ids run from 0 to this, exclusive."""

    @property
    def ways(self) -> tuple[tuple[int | None, bool, int], ...]:
        """
        The ways to make a placement: the die taken (None without dice), whether with a strike, and the id of the first move of that way; the placement's number is counted on from there.
        """

    def move(self, id: int) -> Move:
        """The move with this number."""

    def parse_move(self, text: str) -> Move:
        """The move this text names, legal or not."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

    def __repr__(self) -> str: ...

def make_ruleset(data: dict[str, Any]) -> Ruleset:
    """The ruleset of data that `cornerwise.ruleset` has checked."""

class Move:
    """
    A placement; in the Dice Game with the die taken and whether a strike was used.
    """

    def __init__(self) -> None: ...

    def __copy__(self) -> Self: ...

    def __deepcopy__(self, memo: object) -> Self: ...

    @property
    def id(self) -> int:
        """Its number among all moves of the ruleset."""

    @property
    def placement(self) -> int:
        """Its number in the atlas."""

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells it covers, ascending."""

    @property
    def shape(self) -> str:
        """The name of its shape."""

    @property
    def die(self) -> int | None:
        """Dice: the die taken."""

    @property
    def strike(self) -> bool:
        """Dice: whether a strike is used."""

    @property
    def label(self) -> str:
        """
        For people: its shape and the box it lies in, such as "L5 at c4–d7"; `str` gives the notation.
        """

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset it belongs to."""

    def _repr_svg_(self) -> str: ...

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

class LegalMoves(Sequence[Move]):
    """The legal moves of a position, a sequence in ascending order of ids."""

    def __init__(self) -> None: ...

    def __len__(self) -> int: ...

    @overload
    def __getitem__(self, index: int) -> Move: ...

    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...

    def __iter__(self) -> Iterator[Move]: ...

    def __contains__(self, move: object) -> bool: ...

    def index(self, move: object, start: int = 0, stop: int = ...) -> int:
        """Where a move stands among them; raises IllegalMove."""

    def count(self, move: object) -> int:
        """1 if a move is among them, else 0."""

    def __repr__(self) -> str: ...

    def __copy__(self) -> Self: ...

    def __deepcopy__(self, memo: object) -> Self: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

class Roll:
    """A roll of the dice: a multiset, with its probability."""

    def __init__(self, dice: Roll | str | Sequence[int]) -> None:
        """The roll with these faces, given as text or numbers in any order."""

    def __copy__(self) -> Self: ...

    def __deepcopy__(self, memo: object) -> Self: ...

    @property
    def dice(self) -> tuple[int, ...]:
        """The faces, ascending."""

    @property
    def probability(self) -> float:
        """How likely fair dice are to show it."""

    def __str__(self) -> str: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

    def __repr__(self) -> str: ...

class Turn:
    """Who acts, on which sheet, in which color, with which shapes."""

    def __init__(self) -> None: ...

    def __copy__(self) -> Self: ...

    def __deepcopy__(self, memo: object) -> Self: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    @property
    def actor(self) -> int:
        """A seat number, CHANCE or NOBODY."""

    @property
    def sheet(self) -> int:
        """The sheet that is played on."""

    @property
    def color(self) -> str | None:
        """The color that places, or None."""

    @property
    def shapes(self) -> tuple[str, ...]:
        """The shapes that have a legal place now."""

    def __repr__(self) -> str: ...

class Placed:
    """A piece on the board."""

    def __init__(self) -> None: ...

    def __copy__(self) -> Self: ...

    def __deepcopy__(self, memo: object) -> Self: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    @property
    def sheet(self) -> int:
        """The sheet it lies on."""

    @property
    def color(self) -> str:
        """Its color."""

    @property
    def placement(self) -> int:
        """Its number in the atlas."""

    @property
    def shape(self) -> str:
        """The name of its shape."""

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells it covers."""

    def __repr__(self) -> str: ...

class Position:
    """The full state of a game: an immutable value."""

    def __init__(self, ruleset: Ruleset) -> None: ...

    def __copy__(self) -> Self: ...

    def __deepcopy__(self, memo: object) -> Self: ...

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset it is played under."""

    @property
    def turn(self) -> Turn:
        """Who acts, in which color, with which shapes."""

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves, a sequence."""

    @property
    def legal_ids(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]:
        """The ids of the legal moves as an int32 array, ascending."""

    @property
    def legal_mask(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]:
        """A uint8 array with a 1 for every legal move id."""

    def play(self, move: Move | str | int) -> Position:
        """
        The position after a legal move (a Move, its text or its id); raises IllegalMove.
        """

    def is_legal(self, move: Move | str | int) -> bool:
        """Whether a move (a Move, its text or its id) may be played now."""

    def explain(self, move: Move | str | int) -> cornerwise.reason.Reason | None:
        """None if the move is legal, else the reason why not."""

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """
        What chance can do next, and how likely each roll is; empty when it is a seat's turn.
        """

    def roll(self, dice: Roll | str | Sequence[int]) -> Position:
        """
        The position after this roll (a Roll, its text or its faces in any order); raises IllegalRoll.
        """

    def retire(self, seat: int) -> Position:
        """
        The position after a seat has retired: it places no more and ranks after all who stay (R1 to R5).
        """

    @property
    def retired(self) -> tuple[int, ...]:
        """The seats that have retired, in the order in which they left."""

    @property
    def is_over(self) -> bool:
        """Whether nobody can move anymore."""

    @property
    def scores(self) -> tuple[int, ...]:
        """Score of every seat by the rulebook, as if the game ended now."""

    @property
    def ranks(self) -> tuple[int, ...]:
        """
        Rank of every seat; 1 is best, ties share a rank; seats that retired rank after all that stay.
        """

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; empty while the game goes on."""

    @property
    def win_shares(self) -> tuple[float, ...]:
        """
        The share of the victory of every seat: winning teams split it. All 0 while the game goes on.
        """

    @property
    def color_scores(self) -> dict[str, int]:
        """
        Score of every color by the rulebook; empty where colors are not scored.
        """

    @property
    def out(self) -> tuple[str | int, ...]:
        """Colors (in the Dice Game: seats) that cannot place any more."""

    def supply(self, owner: str | int) -> tuple[str, ...]:
        """Names of the unused shapes of a color (in the Dice Game: of a seat)."""

    def places_left(self, color: str, sheet: int = 0) -> dict[str, int]:
        """Per unused shape, how many places it has left, whoever's turn it is."""

    @property
    def placed(self) -> tuple[Placed, ...]:
        """The pieces on the board."""

    def piece_at(self, cell: int | str, sheet: int = 0) -> Placed | None:
        """
        The piece that covers a cell, given by its number or its name, or None.
        """

    def cell_colors(self, sheet: int = 0) -> numpy.typing.NDArray[numpy.int8]:
        """Color index of every cell as an int8 array, −1 where empty."""

    def targets(self, color: str, sheet: int = 0) -> numpy.typing.NDArray[numpy.int32]:
        """Free cells that a color can build from."""

    def reach(self, color: str, sheet: int = 0) -> numpy.typing.NDArray[numpy.int32]:
        """Cells that a color's next piece can cover, whoever's turn it is."""

    @property
    def ply(self) -> int:
        """How many pieces are placed."""

    @property
    def dice(self) -> tuple[int, ...]:
        """Dice still free to take."""

    @property
    def strikes(self) -> tuple[int, ...]:
        """Strikes used by every seat."""

    @property
    def round(self) -> int:
        """Dice: rounds completed."""

    @property
    def starter(self) -> int:
        """Dice: the seat that starts this round."""

    @property
    def markers(self) -> tuple[str, ...]:
        """Dice: the color of the marker every seat holds this round."""

    def transform(self, symmetry: Symmetry) -> Position:
        """
        The image under a symmetry of the ruleset that leaves the colors in place.
        """

    def canonical(self) -> tuple[Position, Symmetry]:
        """The image that stands for all, and the symmetry that leads there."""

    @property
    def greedy_ids(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]:
        """
        The ids of the moves that look best at once, as an int32 array, ascending.
        """

    def perft(self, depth: int) -> int:
        """Leaf positions at exactly this depth; a roll counts as a ply."""

    @property
    def text(self) -> str:
        """One word that says everything, safe in an address; `parse` reads it."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    @staticmethod
    def setup(ruleset: Ruleset | str, pieces: dict[str, list[Move | str | int]], turn: str | None = None) -> Position:
        """
        The position with these pieces, moves by color, in any number the rules of contact allow; `turn` is the color to move, or the first of those with the fewest pieces; raises IllegalMove.
        """

    @staticmethod
    def parse(text: str, ruleset: Ruleset | None = None) -> Position:
        """The position this text describes; raises NotationError."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

    def _repr_svg_(self) -> str: ...

    def svg(self: Position, *, size: int | None = None, view: int | str = 0, theme: Literal['auto', 'light', 'dark'] = 'auto', marks: Literal['pattern', 'letter', 'none'] = 'pattern', coordinates: bool = True, trays: bool = True, panel: bool = True, names: Sequence[str] = (), dots: bool = False, last: Move | Placed | None = None, ghosts: Iterable[Move | str | int | tuple[str, Move | str | int]] = (), signs: Mapping[int | str, str] | Iterable[int | str] = (), numbers: bool | Iterable[Move | Placed | None] = False, heat: Mapping[int | str, float] | Sequence[float] | None = None, reach: bool | str | Iterable[str] = False, candidates: object = None) -> str:
        """
        A picture of it as one SVG document.

        Options, all by name: size, view, theme, marks, coordinates, trays, panel, names, dots, last, ghosts, signs,
        numbers, heat, reach, candidates; help(cornerwise.svg) explains them.
        """

    def png(self: Position, *, size: int | None = None, view: int | str = 0, theme: Literal['auto', 'light', 'dark'] = 'auto', marks: Literal['pattern', 'letter', 'none'] = 'pattern', coordinates: bool = True, trays: bool = True, panel: bool = True, names: Sequence[str] = (), dots: bool = False, last: Move | Placed | None = None, ghosts: Iterable[Move | str | int | tuple[str, Move | str | int]] = (), signs: Mapping[int | str, str] | Iterable[int | str] = (), numbers: bool | Iterable[Move | Placed | None] = False, heat: Mapping[int | str, float] | Sequence[float] | None = None, reach: bool | str | Iterable[str] = False, candidates: object = None) -> bytes:
        """A picture of it as the bytes of a PNG file, with the options of `svg`."""

class SearchResult:
    """What a search found: its lines best first, values per seat."""

    @property
    def moves(self) -> tuple[int, ...]:
        """Move ids, best first."""

    @property
    def visits(self) -> tuple[int, ...]:
        """Simulations through each move."""

    @property
    def priors(self) -> tuple[float, ...]:
        """What the policy thought of each move beforehand."""

    @property
    def win(self) -> tuple[tuple[float, ...], ...]:
        """Per move, the share of the victory of every seat."""

    @property
    def score(self) -> tuple[tuple[float, ...], ...]:
        """Per move, the expected score of every seat."""

    @property
    def utility(self) -> tuple[tuple[float, ...], ...]:
        """Per move, what the search maximizes, per seat."""

    @property
    def exact(self) -> tuple[bool, ...]:
        """Per move, whether it is certain who wins and by how much."""

    @property
    def decided(self) -> tuple[bool, ...]:
        """
        Per move, whether it is certain who wins, though perhaps not by how much.
        """

    @property
    def is_exact(self) -> bool:
        """Whether every line is exact: solved from here."""

    @property
    def is_cut(self) -> bool:
        """Whether time ran out before the simulations did."""

    @property
    def best(self) -> int:
        """The id of the best move."""

    @property
    def value_win(self) -> tuple[float, ...]:
        """Share of the victory of every seat."""

    @property
    def value_score(self) -> tuple[float, ...]:
        """Expected score of every seat."""

    @property
    def simulations(self) -> int:
        """Simulations of this run."""

    @property
    def seconds(self) -> float:
        """Wall time of this run."""

    @property
    def cpu_seconds(self) -> float:
        """CPU time of this run, all threads."""

    @property
    def nodes(self) -> int:
        """Positions in the tree."""

    @property
    def expected(self) -> tuple[int, ...]:
        """
        Ids of the moves that it expects from here on, its best first, up to the next roll.
        """

    @property
    def depth(self) -> int:
        """Length of the most visited line."""

class Search:
    """Monte-Carlo tree search that keeps its tree between moves."""

    def __init__(self, ruleset: Ruleset, tuning: dict[str, Any] = {}, seed: int = 0, threads: int = 1, memory_mb: int = 256, evaluator: Callable[..., Any] | None = None, batch: int = 1) -> None: ...

    def run(self, position: Position, simulations: int = 0, seconds: float = 0.0, cpu_seconds: float = 0.0, last: int = -1, compares: bool = False) -> SearchResult:
        """
        Thinks within a limit; `last` is the placement made before, if known. One that compares spends a part on the closest rivals of the best move.
        """

    def choose(self, position: Position, *, simulations: int = 0, seconds: float = 0.0, cpu_seconds: float = 0.0, care: float = 1.0, taste: float = 1.0, blindness: float = 0.0, memory_mb: int = 64, seed: int = 0, last: int = -1) -> tuple[int, SearchResult | None]:
        """
        The move of a level, by these numbers and the seed alone: (id, what was found), where a first thought comes with None.
        """

    def begin(self, position: Position, simulations: int = 0, seconds: float = 0.0, cpu_seconds: float = 0.0, last: int = -1, compares: bool = False) -> None:
        """
        Begins what `run` does: `advance` goes on with it, `result` tells what is known.
        """

    def begin_choice(self, position: Position, *, simulations: int = 0, care: float = 1.0, taste: float = 1.0, blindness: float = 0.0, memory_mb: int = 64, seed: int = 0, last: int = -1) -> None:
        """
        Begins what `choose` does: `advance` goes on with it, `choice` tells what would be played by now.
        """

    def advance(self, simulations: int) -> bool:
        """
        Thinks on for so many simulations on every thread; False when nothing is left to do. On one thread slices find what one run finds.
        """

    def result(self) -> SearchResult:
        """What is known by now."""

    def choice(self) -> tuple[int, SearchResult | None]:
        """What the level would play by now: (id, what was found or None)."""

    def stop(self) -> None:
        """From another thread: makes run return at once."""

    def clear(self) -> None:
        """Forgets everything."""

    def first_thoughts(self, position: Position, last: int = -1) -> tuple[Any, ...]:
        """
        How things look before any search: (ids, likelihoods, shares), the legal moves ascending by id, and every seat's share of the victory where the network's judgment counts.
        """

    def play_out(self, position: Position, last: int = -1, seed: int = 0, listed: bool = False) -> tuple[int, ...]:
        """
        The move ids of one guided playout to the end of the game; rolls, which it throws itself, are not told. Over a list of all that can still come up, as late in flat games, it is the same playout.
        """

    @property
    def simulations(self) -> int:
        """Simulations of the run under way, or of the last one."""

def sketches(position: Position, last: int = -1) -> tuple[Any, ...]:
    """Features of every legal move: (ids, rows of shape and levels, phase)."""

def planes(position: Position, last: int = -1) -> Annotated[NDArray[numpy.uint8], dict(shape=(None, None))]:
    """What the network sees of a turn on a flat board: (planes, cells)."""

NETWORK_CHANNELS: int = 32

NETWORK_PHASES: int = 8

NETWORK_COLUMNS: int = 39

NETWORK_PARTS: tuple[Any, ...] = ...

FEATURES: tuple[Any, ...] = ...

FEATURE_LEVELS: int = 8

PHASES: int = 4

class Measure:
    """What a move does to the position, counted."""

    @property
    def opened(self) -> tuple[int, ...]:
        """Cells the color can build from now, and could not before."""

    @property
    def reach(self) -> tuple[int, ...]:
        """Cells that its next piece will be able to cover."""

    @property
    def space(self) -> tuple[int, ...]:
        """The same of a chain of two pieces; on a sheet, of one."""

    @property
    def safe(self) -> tuple[int, ...]:
        """Cells its next piece can cover and no rival ever can."""

    @property
    def closed(self) -> dict[str, tuple[int, ...]]:
        """By color, cells it could really build from before and cannot now."""

    @property
    def taken(self) -> dict[str, tuple[int, ...]]:
        """By color, cells its next piece could cover before and cannot now."""

    @property
    def starved(self) -> dict[str, tuple[int, ...]]:
        """By color, corners where a piece fitted before and none does now."""

    @property
    def shut_out(self) -> dict[str, tuple[int, ...]]:
        """By color, cells it could have covered next and never will."""

    @property
    def died(self) -> tuple[str, ...]:
        """Own pieces that had a place before and have none now."""

    @property
    def killed(self) -> dict[str, tuple[str, ...]]:
        """By color, its pieces that had a place before and have none now."""

    @property
    def gained(self) -> int:
        """The change of the own color's score as it stands on the board."""

    @property
    def cost(self) -> dict[str, int]:
        """By color, by how much its score on the board falls."""

def measure(position: Position, move: Move | str | int) -> Measure:
    """What a legal move does."""

def placements(position: Position, color: str, sheet: int = 0) -> tuple[int, ...]:
    """
    Placements the rules allow a color now, as if it were its turn, ascending.
    """

def ever_cells(position: Position, color: str) -> tuple[int, ...]:
    """Cells outside of which a color can never place anything."""

class Comparison:
    """Moves of one position, measured once and compared."""

    def __init__(self, position: Position, shown: Iterable[Move | str | int], typical: Iterable[Move | str | int], win: Iterable[float] = ()) -> None: ...

    def alone(self, move: Move | str | int) -> list[dict[str, Any]]:
        """Why a move is good, then what is bad about it, beside typical moves."""

    def beside(self, move: Move | str | int, other: Move | str | int, is_praised: bool) -> list[dict[str, Any]]:
        """What a move has and lacks beside another."""

    @property
    def typical(self) -> list[int]:
        """Ids of typical moves here."""

def advise(position: Position, result: SearchResult, count: int) -> dict[str, Any]:
    """
    The best moves that a search of the position found, with what sets them apart.
    """

def search_result(position: Position, lines: Iterable[dict[str, Any]], simulations: int) -> SearchResult:
    """What a search might have found."""

class Reviewing:
    """A review that asks for one search after the other."""

    def __init__(self) -> None: ...

    def add(self, before: Position, move: Move | str | int) -> None:
        """The next move of the game, and the position it was made in."""

    def next(self) -> Position | None:
        """The position to be searched next; None when every move is judged."""

    def hear(self, result: SearchResult) -> None:
        """What a search of that position found."""

    @property
    def progress(self) -> float:
        """How far it has come, 0 to 1."""

    def judged(self, seats: int) -> list[dict[str, Any]]:
        """The moves that are judged by now, in order."""

FINDING_KINDS: tuple[Any, ...] = ...

FINDING_AGAINST: tuple[Any, ...] = ...

class Batch:
    """
    Many games of one ruleset side by side; cornerwise.env.Batch is its face.
    """

    def __init__(self, ruleset: Ruleset, size: int, seed: int, threads: int, starts_over: bool, offers_chance: bool) -> None: ...

    def step(self, ids: Any) -> None: ...

    def reset(self, where: Any, seed: int | None) -> None: ...

    def put(self, game: int, position: Position, last: int = -1) -> None: ...

    def position(self, game: int) -> Position: ...

    def legal(self, out: Any) -> tuple[Any, Any]: ...

    def masks(self, out: Any) -> None: ...

    def packed_masks(self, out: Any) -> None: ...

    def sample(self, out: Any, where: Any) -> None: ...

    def choose_greedily(self, out: Any, where: Any) -> None: ...

    def planes(self, out: Any) -> None: ...

    def features(self, out: Any) -> None: ...

    def scores(self, out: Any) -> None: ...

    def play_out(self, times: int, tuning: dict[str, Any] | None, seed: int, shares: Any, scores: Any) -> None: ...

    def save(self) -> bytes: ...

    def restore(self, saved: bytes) -> None: ...

    @property
    def size(self) -> int: ...

    @property
    def nbytes(self) -> int: ...

    @property
    def plane_shape(self) -> tuple[int, int, int]: ...

    @property
    def feature_count(self) -> int: ...

    @property
    def packed_bytes(self) -> int: ...

    @property
    def seats(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None,), writable=False)]: ...

    @property
    def colors(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None,), writable=False)]: ...

    @property
    def ended(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]: ...

    @property
    def rewards(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None), writable=False)]: ...

    @property
    def final_scores(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None, None), writable=False)]: ...

    @property
    def final_ranks(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None, None), writable=False)]: ...

class Progress(enum.Enum):
    """Where a search stands after a slice of work."""

    running = 0

    found = 1

    exhausted = 2

class Instance:
    """A puzzle as the exact solvers see it."""

    def __init__(self, cell_count: int, cells: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], kinds: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], supply: Sequence[Sequence[int]], empties: int = 0, use_all: bool = False, contact: int = 0, edges: Sequence[Sequence[int]] = [], corners: Sequence[Sequence[int]] = [], below: Sequence[int] = [], images: Sequence[Sequence[int]] = [], turns: int = 0, givens: Sequence[tuple[int, Sequence[int]]] = [], units: Sequence[int] = [], weights: Sequence[int] = []) -> None: ...

    def accepts(self, choices: Sequence[tuple[int, int]]) -> bool:
        """Whether a full laying satisfies touching, connected and layable."""

class Solver:
    """A depth-first search that works in slices and can be taken up again."""

    def advance(self, seconds: float, nodes: int = 18446744073709551615, stop_at_solution: bool = True) -> Progress:
        """Work for a while; say where the search stands."""

    @property
    def solution(self) -> list[tuple[int, int]]: ...

    @property
    def path(self) -> list[tuple[int, int]]: ...

    @property
    def branches(self) -> int: ...

    @property
    def cursor(self) -> list[int]: ...

    @property
    def closed(self) -> float: ...

    @property
    def nodes(self) -> int: ...

    @property
    def count(self) -> int: ...

    @property
    def fixed(self) -> int: ...

    @property
    def fixed_by_turns(self) -> int: ...

    @property
    def deepest(self) -> int: ...

def scan(instance: Instance, seed: int = 0, restart: int = 0, prefix: Sequence[int] = [], cursor: Sequence[int] = []) -> Solver:
    """
    Search cell by cell on bit masks; with `restart` nodes per run, at random.
    """

def cover(instance: Instance, seed: int = 0, prefix: Sequence[int] = [], cursor: Sequence[int] = []) -> Solver:
    """Search by exact cover, most constrained item first."""

def paint(instance: Instance, seed: int = 0) -> Solver:
    """Tile first, then color the tiling; for colors that must stay apart."""

class Dance:
    """Exact cover with secondary items, item colors and multiplicities."""

    def __init__(self) -> None: ...

    def add_item(self, need: int = 1, capacity: int = 1) -> int: ...

    def add_option(self, entries: Sequence[tuple[int, int]]) -> int: ...

    def solutions(self, limit: int) -> list[list[int]]:
        """Up to so many sets of options."""

class Frontier:
    """Counts layings by merging those that look the same from here on."""

    def __init__(self, instance: Instance, max_bytes: int) -> None: ...

    def advance(self, seconds: float) -> Progress: ...

    @property
    def closed(self) -> float: ...

    @property
    def states(self) -> int: ...

    @property
    def totals(self) -> list[tuple[list[int], int]]: ...

    def save(self) -> bytes: ...

    def load(self, saved: bytes) -> None: ...

class Beam:
    """Lays pieces under the rules of play, as many as it can."""

    def advance(self, seconds: float) -> Progress: ...

    @property
    def best(self) -> list[tuple[int, int]]: ...

    @property
    def squares(self) -> int: ...

    @property
    def nodes(self) -> int: ...

    @property
    def tries(self) -> int: ...

def beam(cell_count: int, cells: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], kinds: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], supply: Sequence[Sequence[int]], attract: Sequence[Sequence[int]], repel: Sequence[Sequence[int]], starts: Sequence[Sequence[int]], below: Sequence[int] = [], shared_supply: bool = False, opening_touches: bool = False, laid: Sequence[tuple[int, int]] = [], taken: Sequence[int] = [], group: Sequence[tuple[Sequence[int], Sequence[int]]] = [], descending: bool = False, partial: bool = False, seed: int = 0, width: int = 100, growth: float = 1.0, repair: bool = True) -> Beam:
    """A beam search over legal moves."""

class Fault:
    """What breaks a puzzle's rules."""

    @property
    def kind(self) -> str: ...

    @property
    def sentence(self) -> str: ...

    @property
    def color(self) -> int: ...

    @property
    def shape(self) -> int: ...

class NextPiece:
    """Where to go on in a puzzle."""

    @property
    def piece(self) -> tuple[int, int]: ...

    @property
    def cell(self) -> int: ...

    @property
    def options(self) -> int: ...

    @property
    def around(self) -> list[int]: ...

class RowList:
    """A puzzle's open cells and placements as the exact solvers number them."""

    @property
    def cells(self) -> list[int]: ...

    @property
    def placements(self) -> list[int]: ...

    @property
    def table(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None, None))]: ...

    @property
    def kinds(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    @property
    def edges(self) -> list[list[int]]: ...

    @property
    def corners(self) -> list[list[int]]: ...

    @property
    def below(self) -> list[int]: ...

    @property
    def givens(self) -> list[tuple[int, list[int]]]: ...

    def laid(self, choices: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """A solver's choices as pieces, colored."""

class Hunt:
    """The hunt for a solution, in slices."""

    def __init__(self, problem: Problem, seed: int = 0, method: int = 0) -> None: ...

    def advance(self, seconds: float) -> Progress: ...

    @property
    def solution(self) -> list[tuple[int, int]]: ...

    @property
    def is_impossible(self) -> bool: ...

    @property
    def nodes(self) -> int: ...

    @property
    def closed(self) -> float: ...

    @property
    def best(self) -> int: ...

    @property
    def tries(self) -> int: ...

    @property
    def winner(self) -> int: ...

class Problem:
    """A puzzle as the kernel judges it; pieces are (color, placement)."""

    def __init__(self, ruleset: Ruleset, supply: Sequence[Sequence[int]], goal: int, contact: int, descending: bool, layable: bool, rooted: bool, givens: Sequence[tuple[int, int]]) -> None: ...

    def objection(self) -> str | None:
        """Why there is no solution, where a simple argument says so."""

    def laying_order(self, laid: Sequence[tuple[int, int]]) -> list[tuple[int, int]]: ...

    def from_above(self, laid: Sequence[tuple[int, int]]) -> list[tuple[int, int]] | None: ...

    def clash(self, laid: Sequence[tuple[int, int]]) -> Fault | None: ...

    def verify(self, laid: Sequence[tuple[int, int]]) -> Fault | None: ...

    def judge(self, placed: Sequence[tuple[int, int]]) -> tuple[bool, Fault | None, int]: ...

    def rows(self) -> RowList: ...

    def hint(self, solution: Sequence[tuple[int, int]]) -> NextPiece | None: ...

    def difficulty(self, tries: int, seed: int) -> tuple[float, int, float]: ...

def make_puzzle(ruleset: Ruleset, level: int, seed: int) -> tuple[list[list[int]], list[tuple[int, int]], list[tuple[int, int]], tuple[float, int, float]] | None:
    """A new puzzle: its supply, its givens, its solution and how hard it is."""

def day_of(number: int) -> tuple[int, bool]:
    """How hard the puzzle of a day is, and whether it is in space."""

def random_games(position: Position, games: int, seed: int) -> tuple[int, int, int]:
    """
    Plays random games to the end; returns (games, pieces placed, checksum).
    """

def copy_many(position: Position, times: int) -> None:
    """Copies a position many times, for the benchmark."""

def kernels() -> list[str]:
    """Names of the instruction sets this CPU can run, fastest first."""

def kernel() -> str:
    """The instruction set in use."""

def use_kernel(name: str) -> None:
    """Forces an instruction set; all give identical results."""
