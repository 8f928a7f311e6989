"""The rules, slow and obvious: one function per clause, written from the rulebooks and not from the kernel.

A `Game` is played with move texts and rolls; after every step it states whose turn it is, every legal move,
who is out, the scores and the ranks. The clause numbers are those of docs/rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from copy import copy
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple

from reference_games import Cell, Placement, Rules, placements, rules, touching

CHANCE = -1
NOBODY = -2


class Turn(NamedTuple):
    """Who acts, with which color, on which sheet; nobody needs a color for chance or after the end."""

    actor: int
    color: str | None = None
    sheet: int = 0


class Game:
    """One game being played: what lies on the table, and what follows from it."""

    def __init__(self, game: str | Rules, **options: str) -> None:
        """Sets up the table for a game of the catalogue or for rules of one's own."""
        self.rules: Rules = game if isinstance(game, Rules) else rules(game, **options)
        sheets = self.rules.seats if self.rules.is_dice else 1
        owners: Iterable[str | int] = range(sheets) if self.rules.is_dice else self.rules.colors
        #: per sheet, the color of every covered cell
        self.sheets: list[dict[Cell, str]] = [{} for _ in range(sheets)]
        #: shapes not yet used, per color; in Dice per seat
        self.supply: dict[str | int, list[str]] = {owner: list(self.rules.shapes) for owner in owners}
        self.last_shape: dict[str, str] = {}
        #: per sheet and color, what its first piece covers
        self.first_cells: dict[tuple[int, str], frozenset[Cell]] = {}
        self.out: set[str | int] = set()
        #: per sheet and color, the placements that touch a piece of the color, and those ruled out for good
        lanes = [(sheet, color) for sheet in range(sheets) for color in self.rules.colors]
        self.touched: dict[tuple[int, str], set[int]] = {lane: set() for lane in lanes}
        self.ruled_out: dict[tuple[int, str], set[int]] = {lane: set() for lane in lanes}
        #: R1: the seats that retired, in that order
        self.retired: list[int] = []
        self.next_color = 0
        #: C7: the seat that plays the shared color next
        self.sharer = 0
        self.round = 0
        self.starter = 0
        self.waiting: list[int] = []
        self.dice: list[int] | None = None
        self.strikes_used = [0] * self.rules.seats
        self.turn = Turn(NOBODY)
        self.legal: dict[str, Placement] = {}
        find_turn(self)

    def copy(self) -> Game:
        """The same game, to be continued in another way."""
        other = copy(self)
        other.sheets = [dict(sheet) for sheet in self.sheets]
        other.supply = {owner: list(shapes) for owner, shapes in self.supply.items()}
        other.last_shape = dict(self.last_shape)
        other.first_cells = dict(self.first_cells)
        other.out = set(self.out)
        other.retired = list(self.retired)
        other.touched = {lane: set(numbers) for lane, numbers in self.touched.items()}
        other.ruled_out = {lane: set(numbers) for lane, numbers in self.ruled_out.items()}
        other.waiting = list(self.waiting)
        other.dice = None if self.dice is None else list(self.dice)
        other.strikes_used = list(self.strikes_used)
        return other

    @property
    def is_over(self) -> bool:
        """C4, I7, R4: nobody can place, or nobody is left to play against."""
        return self.turn.actor == NOBODY

    def play(self, move: str) -> None:
        """Plays a legal move, given as its canonical text."""
        placement = self.legal[move]
        actor, color, sheet = self.turn
        assert actor >= 0 and color is not None
        for cell in placement.cells:
            self.sheets[sheet][cell] = color
        self.first_cells.setdefault((sheet, color), placement.cells)
        note_placement(self, placement, sheet, color)
        self.supply[actor if self.rules.is_dice else color].remove(placement.shape)
        self.last_shape[color] = placement.shape
        if self.rules.is_dice:
            take_die(self, actor, move)
        else:
            advance_color(self, color)
        find_turn(self)

    def roll(self, dice: Sequence[int]) -> None:
        """I2: the starter has rolled these dice."""
        assert self.turn.actor == CHANCE and len(dice) == len(active_seats(self))
        self.dice = sorted(dice)
        seats = [(self.starter + step) % self.rules.seats for step in range(self.rules.seats)]
        self.waiting = [seat for seat in seats if seat not in self.out]
        find_turn(self)

    def retire(self, seat: int) -> None:
        """R1: a seat places no more, whoever's turn it is."""
        assert not self.is_over and seat in range(self.rules.seats) and seat not in self.retired
        self.retired.append(seat)
        leave(self, seat)
        find_turn(self)


# --- where a piece may lie -----------------------------------------------------------------------------


class Lane(NamedTuple):
    """One color on one sheet, as the clauses about laying a piece see it."""

    covered: set[Cell]
    own: set[Cell]
    shapes: set[str]
    starts: frozenset[Cell]
    is_spatial: bool


def lane_of(game: Game, sheet: int, color: str) -> Lane:
    """The lane as it is now; I4: in Dice a shape is used once per sheet, elsewhere (K3) once per color."""
    cells = game.sheets[sheet]
    own = {cell for cell, owner in cells.items() if owner == color}
    shapes = set(game.supply[sheet if game.rules.is_dice else color])
    return Lane(set(cells), own, shapes, starts_of(game, sheet, color), game.rules.is_spatial)


def starts_of(game: Game, sheet: int, color: str) -> frozenset[Cell]:
    """C2, C6: where a color may start; partners share a pair of corners, which is then closed to the others."""
    starts = game.rules.starts[color]
    for pair in game.rules.pairs:
        takers = [other for other in game.rules.colors if has_started_on(game, sheet, other, pair)]
        if any(are_partners(game, color, other) for other in takers):
            starts &= pair
        elif takers:
            starts -= pair
    return starts


def has_started_on(game: Game, sheet: int, color: str, pair: frozenset[Cell]) -> bool:
    """Whether a color's first piece covers one of these cells."""
    return not game.first_cells.get((sheet, color), frozenset()).isdisjoint(pair)


def are_partners(game: Game, one: str, other: str) -> bool:
    """C6: two colors of one team."""
    owners = game.rules.owners
    return any({owners[one], owners[other]} <= set(team) for team in game.rules.teams)


def is_left(placement: Placement, lane: Lane) -> bool:
    """K2, I4, S1: every shape once."""
    return placement.shape in lane.shapes


def lies_free(placement: Placement, lane: Lane) -> bool:
    """K4: what lies stays, so a piece needs cells that nothing covers."""
    return placement.cells.isdisjoint(lane.covered)


def touches_no_edge(placement: Placement, lane: Lane) -> bool:
    """C3: no piece of the same color along an edge."""
    return placement.edges.isdisjoint(lane.own)


def touches_a_corner(placement: Placement, lane: Lane) -> bool:
    """C3: at least one piece of the same color at a corner."""
    return not placement.corners.isdisjoint(lane.own)


def covers_a_start(placement: Placement, lane: Lane) -> bool:
    """C2, D1, I4, S4: the first piece of a color covers a start square, in 3D a cell of the ground."""
    return not placement.cells.isdisjoint(lane.starts)


def rests(placement: Placement, lane: Lane) -> bool:
    """S3: in every column it uses, a piece rests on the ground or on a cube."""
    return placement.beneath <= lane.covered


def touches_a_face(placement: Placement, cubes: set[Cell]) -> bool:
    """S4: a face of one of these cubes, at a side, the top or the bottom."""
    return not placement.edges.isdisjoint(cubes)


def attaches_flat(placement: Placement, lane: Lane) -> bool:
    """C2 for a color's first piece, C3 for every later one."""
    if not lane.own:
        return covers_a_start(placement, lane)
    return touches_no_edge(placement, lane) and touches_a_corner(placement, lane)


def attaches_in_space(placement: Placement, lane: Lane) -> bool:
    """S4: a first piece stands on the ground and touches any piece there is; later ones touch their color."""
    if not lane.own:
        return covers_a_start(placement, lane) and (not lane.covered or touches_a_face(placement, lane.covered))
    return touches_a_face(placement, lane.own)


def is_legal(placement: Placement, lane: Lane) -> bool:
    """All the clauses about where a piece may lie."""
    if not is_left(placement, lane) or not lies_free(placement, lane):
        return False
    if lane.is_spatial:
        return rests(placement, lane) and attaches_in_space(placement, lane)
    return attaches_flat(placement, lane)


def legal_placements(game: Game, sheet: int, color: str) -> list[Placement]:
    """Every legal placement of a color on a sheet."""
    lane = lane_of(game, sheet, color)
    everything = placements(game.rules.board, game.rules.is_spatial)
    return [everything[number] for number in candidates(game, sheet, color, lane) if is_legal(everything[number], lane)]


def candidates(game: Game, sheet: int, color: str, lane: Lane) -> set[int]:
    """The placements worth asking about: those that may attach, less those ruled out for good.

    It only saves time: the tests also ask about every placement.
    """
    index = touching(game.rules.board, game.rules.is_spatial)
    may_attach = game.touched[sheet, color]
    if not lane.own:
        may_attach = set().union(*(index.cover[start] for start in lane.starts))
    return may_attach - game.ruled_out[sheet, color]


def note_placement(game: Game, placement: Placement, sheet: int, color: str) -> None:
    """K4: a piece never moves, so a used shape, a covered cell, an edge contact and a touch are for good."""
    index = touching(game.rules.board, game.rules.is_spatial)
    for other in game.rules.colors:
        game.ruled_out[sheet, other].update(*(index.cover[cell] for cell in placement.cells))
        if other == color or game.rules.is_dice:
            game.ruled_out[sheet, other] |= index.shape[placement.shape]
    if game.rules.is_spatial:
        game.touched[sheet, color].update(*(index.edge[cell] for cell in placement.cells))
    else:
        game.touched[sheet, color].update(*(index.corner[cell] for cell in placement.cells))
        game.ruled_out[sheet, color].update(*(index.edge[cell] for cell in placement.cells))


# --- whose turn it is ----------------------------------------------------------------------------------


def find_turn(game: Game) -> None:
    """Sets the turn and its legal moves, marking out who cannot move when the turn comes."""
    if is_deserted(game):
        game.turn, game.legal = Turn(NOBODY), {}
    else:
        game.turn, game.legal = dice_turn(game) if game.rules.is_dice else color_turn(game)


def leave(game: Game, seat: int) -> None:
    """R2: its colors (in Dice: its sheet) are out; R3: it no longer takes part in the shared color."""
    if game.rules.is_dice:
        game.out.add(seat)
        if seat in game.waiting:
            stop_waiting(game, seat)
        return
    game.out |= {color for color, owner in game.rules.owners.items() if owner == seat}
    if game.sharer == seat:
        pass_shared(game)


def is_deserted(game: Game) -> bool:
    """R4: all who stayed are on one side, or where there never was another side, nobody stayed."""
    sides = [team for team in game.rules.teams if not set(team) <= set(game.retired)]
    return bool(game.retired) and len(sides) <= (len(game.rules.teams) > 1)


def color_turn(game: Game) -> tuple[Turn, dict[str, Placement]]:
    """C1, K5, C4, S5: colors in order; one that cannot place is out for good; the end when all are."""
    for _ in game.rules.colors:
        color = game.rules.colors[game.next_color]
        if color not in game.out:
            legal = legal_placements(game, 0, color)
            if legal:
                return Turn(seat_of(game, color), color), {placement.text: placement for placement in legal}
            game.out.add(color)
        game.next_color = (game.next_color + 1) % len(game.rules.colors)
    return Turn(NOBODY), {}


def seat_of(game: Game, color: str) -> int:
    """C6, S7: the owner of the color; C7: the shared color goes round."""
    owner = game.rules.owners[color]
    return game.sharer if owner is None else owner


def pass_shared(game: Game) -> None:
    """C7, R3: the shared color goes to the next seat that has not retired."""
    seats = [(game.sharer + step) % game.rules.seats for step in range(1, game.rules.seats + 1)]
    game.sharer = next((seat for seat in seats if seat not in game.retired), game.sharer)


def advance_color(game: Game, color: str) -> None:
    """C1, C7: the next color is on turn; the shared color has gone round one seat further."""
    game.next_color = (game.next_color + 1) % len(game.rules.colors)
    if game.rules.owners[color] is None:
        pass_shared(game)


def active_seats(game: Game) -> list[int]:
    """I6: the seats that are not out."""
    return [seat for seat in range(game.rules.seats) if seat not in game.out]


def marker(game: Game, seat: int) -> str:
    """I5: every round the markers move one place to the left round the seats and the queue."""
    return game.rules.colors[(seat - game.round) % 4]


def dice_turn(game: Game) -> tuple[Turn, dict[str, Placement]]:
    """I2, I6, I7: roll; each active seat from the starter on draws or is out; next round, or the end.

    I7: nobody rolls where no active seat could draw anything, whatever the dice show.
    """
    while game.dice is not None and active_seats(game):
        if not game.waiting:
            end_round(game)
            break
        seat = game.waiting[0]
        legal = dice_moves(game, seat)
        if legal:
            return Turn(seat, marker(game, seat), seat), legal
        game.out.add(seat)
        stop_waiting(game, seat)
    if game.starter in game.out and active_seats(game):  # R3: the starter retired before rolling
        game.starter = next_active(game)
    if not any(legal_placements(game, seat, marker(game, seat)) for seat in active_seats(game)):
        game.out.update(active_seats(game))
        return Turn(NOBODY), {}
    return Turn(CHANCE), {}


def stop_waiting(game: Game, seat: int) -> None:
    """I6: a seat that goes out takes a die with it, the highest one (ours), so one is left for each seat to draw."""
    assert game.dice is not None
    game.waiting.remove(seat)
    game.dice.remove(max(game.dice))


def dice_moves(game: Game, seat: int) -> dict[str, Placement]:
    """I2: any die and a shape of its row; I3: or, for a strike, any shape of any row."""
    legal = legal_placements(game, seat, marker(game, seat))
    moves = {}
    for die in set(game.dice or ()):
        for placement in legal:
            if placement.shape in game.rules.rows[die]:
                moves[f"{die}:{placement.text}"] = placement
            if game.strikes_used[seat] < game.rules.strikes:
                moves[f"{die}*:{placement.text}"] = placement
    return moves


def take_die(game: Game, seat: int, move: str) -> None:
    """I2, I3: the die leaves the table, and a strike is crossed out if one was used."""
    assert game.dice is not None
    game.dice.remove(int(move[0]))
    game.strikes_used[seat] += move[1] == "*"
    game.waiting.remove(seat)


def end_round(game: Game) -> None:
    """I2, I5: the markers move on and the next active seat clockwise will roll."""
    game.starter = next_active(game)
    game.round += 1
    game.dice = None


def next_active(game: Game) -> int:
    """I2: the next active seat clockwise after the starter."""
    seats = game.rules.seats
    clockwise = [(game.starter + step) % seats for step in range(1, seats + 1)]
    return next(seat for seat in clockwise if seat not in game.out)


def rolls(game: Game) -> dict[tuple[int, ...], Fraction]:
    """I8: every roll of fair, independent dice in whatever order, with its probability."""
    if game.turn.actor != CHANCE:
        return {}
    count = len(active_seats(game))
    chances = {}
    for dice in combinations_with_replacement(range(1, 7), count):
        orders = factorial(count) // prod(factorial(times) for times in Counter(dice).values())
        chances[dice] = Fraction(orders, 6**count)
    return chances


# --- who wins ------------------------------------------------------------------------------------------


def color_scores(game: Game) -> dict[str, int]:
    """C5 or S6 for every color; Dice scores seats only."""
    if game.rules.is_dice:
        return {}
    score = stack_score if game.rules.is_spatial else flat_score
    return {color: score(game, color) for color in game.rules.colors}


def flat_score(game: Game, color: str) -> int:
    """C5: -1 per square left over; +15 if all are placed; +5 more if the single square came last."""
    left = game.supply[color]
    if left:
        return -sum(len(game.rules.shapes[shape]) for shape in left)
    return 20 if game.last_shape[color] == "1" else 15


def stack_score(game: Game, color: str) -> int:
    """S6: +1 per cube seen from above, -1 per piece not placed."""
    (sheet,) = game.sheets
    tops = [cell for cell in sheet if (cell[0], cell[1], cell[2] + 1) not in sheet]
    return sum(sheet[cell] == color for cell in tops) - len(game.supply[color])


def empty_squares(game: Game, seat: int) -> int:
    """I7: what a Dice sheet is judged by."""
    return len(game.rules.board) - len(game.sheets[seat])


def scores(game: Game) -> tuple[int, ...]:
    """C6, C7, S7, I7: per seat its colors and its team added up; or (S7) its best color only."""
    seats = range(game.rules.seats)
    if game.rules.is_dice:
        return tuple(empty_squares(game, seat) for seat in seats)
    by_color = color_scores(game)
    combine = max if game.rules.scoring == "best" else sum
    alone = [
        combine([by_color[color] for color, owner in game.rules.owners.items() if owner == seat]) for seat in seats
    ]
    team_of = {seat: team for team in game.rules.teams for seat in team}
    return tuple(sum(alone[mate] for mate in team_of[seat]) for seat in seats)


def ranks(game: Game) -> tuple[int, ...]:
    """C5, S6, I7: 1 for the best; ties share a rank and leave the next ones empty; a team counts as one."""
    points = scores(game)
    if game.rules.is_dice:
        by_score = [(-points[seat], -game.strikes_used[seat]) for seat in range(game.rules.seats)]
    else:
        by_score = [(score, 0) for score in points]
    worth = [(staying(game, seat), *by_score[seat]) for seat in range(game.rules.seats)]
    leaders = [team[0] for team in game.rules.teams]
    return tuple(1 + sum(worth[leader] > own for leader in leaders) for own in worth)


def staying(game: Game, seat: int) -> float:
    """R5: a side that stayed comes first, then the one whose last seat retired last."""
    (side,) = [team for team in game.rules.teams if seat in team]
    if not set(side) <= set(game.retired):
        return float("inf")
    return max(game.retired.index(mate) for mate in side)
