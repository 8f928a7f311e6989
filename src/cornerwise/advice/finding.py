"""Findings: the measured differences between one move and the others, in plain words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from cornerwise._core import Move, Position
from cornerwise.advice.measure import Measure, Scene
from cornerwise.advice.sentence import sentence

SAMPLE = 40  # moves that a move is compared with
CLEAR = 0.6  # share of the other moves that must be worse (or better) before we speak of a difference
NOTABLE = 0.1  # share of the typical count below which a difference is not worth mentioning
REGION = 3  # cells that a rival must be shut out of before it is worth mentioning
FIRST = {"shut_out", "strike_spent"}  # these decide more than anything else that is counted


@dataclass(frozen=True)
class Finding:
    """One true difference: what kind, for better or worse, the cells it concerns, and a sentence."""

    kind: str
    is_good: bool
    cells: tuple[int, ...]
    sentence: str
    value: float
    """What was counted for this move."""
    usual: float
    """The median of what was counted for the others."""
    weight: float
    """How far this move stands out: the share of the others it differs from, in this direction."""
    color: str | None = None
    """The color it is about: the mover's own, or a rival's."""
    shape: str | None = None
    """The piece it is about."""
    die: int | None = None
    """The die it is about."""
    among: tuple[int, int] | None = None
    """How many out of how many, as in "2 of 3 will be left": other moves, or strikes."""

    def __str__(self) -> str:
        return self.sentence


class Comparison:
    """The moves of one position, measured once and compared with each other."""

    def __init__(self, position: Position, extra: Iterable[Move] = ()) -> None:
        self.position = position
        self.scene = Scene(position)
        legal = position.legal_moves
        step = max(1, len(legal) / SAMPLE)
        chosen = dict.fromkeys([*(legal[int(index * step)] for index in range(min(SAMPLE, len(legal)))), *extra])
        self.measures = {move: self.scene.measure(move) for move in chosen}

    def findings(self, move: Move, count: int = 4, rival: Move | None = None) -> tuple[Finding, ...]:
        """The clearest differences between a move and the others, clearest first; with a rival, only those from it."""
        for each in (move, rival):
            if each is not None and each not in self.measures:
                self.measures[each] = self.scene.measure(each)
        this = self.measures[move]
        others = [measure for other, measure in self.measures.items() if other != move]
        if not others:
            return ()
        found = sorted(_all(self.scene, this, others), key=lambda finding: (finding.kind not in FIRST, -finding.weight))
        if rival is not None:
            between = {_subject(finding) for finding in _all(self.scene, this, [self.measures[rival]])}
            found = [finding for finding in found if _subject(finding) in between]
        return tuple(found[:count])


def _subject(finding: Finding) -> tuple[str, bool, str | None, str | None]:
    return finding.kind, finding.is_good, finding.color, finding.shape


def _all(scene: Scene, this: Measure, others: Sequence[Measure]) -> Iterator[Finding]:
    rules = scene.position.ruleset
    if rules.rows:
        yield from _dice(scene, this, others)
    if rules.contact == "face":
        yield from _visible(scene, this, others)
    if scene.own_color:
        yield from _own(scene, this, others)
    for rival in scene.begun:
        yield from _rival(scene, this, others, rival)
    for partner in scene.partners:
        yield from _partner(scene, this, others, partner)


def _own(scene: Scene, this: Measure, others: Sequence[Measure]) -> Iterator[Finding]:
    color = scene.color
    if found := _compare(this, others, lambda measure: len(measure.opened)):
        yield found.tell(scene, "corners_opened", this.opened, color)
    if found := _compare(this, others, lambda measure: len(measure.reach)):
        yield found.tell(scene, "space", this.reach, color)
    if found := _compare(this, others, lambda measure: len(measure.move.cells)):
        yield found.tell(scene, "size", this.move.cells, color)
    yield from _awkward(scene, this, others)
    yield from _deaths(scene, this, others)
    if found := _compare(this, others, lambda measure: len(measure.protected)):
        yield found.tell(scene, "protected", this.protected, color)


def _awkward(scene: Scene, this: Measure, others: Sequence[Measure]) -> Iterator[Finding]:
    """A piece that is hard to place, placed while it fits."""
    places = {shape: left for shape, left in scene.own.places.items() if left > 0}
    mine = places.pop(this.move.shape)
    harder = sum(left <= mine for left in places.values())
    differs = any(measure.move.shape != this.move.shape for measure in others)
    if len(places) >= 3 and harder == 0 and differs:
        usual = median(places.values())
        found = _Difference(mine, usual, True, 0.5 + 0.5 * (1 - mine / max(usual, 1)))
        yield found.tell(scene, "awkward_piece", this.move.cells, scene.color, this.move.shape)


def _deaths(scene: Scene, this: Measure, others: Sequence[Measure]) -> Iterator[Finding]:
    """Own pieces that lose their last place, or keep it where most moves would lose it."""
    alive = {shape for shape, left in scene.own.places.items() if left > 0} - {this.move.shape}
    for shape in sorted(alive):
        # A move that places the shape itself says nothing about whether it survives.
        rest = [measure for measure in others if measure.move.shape != shape]
        if not rest:
            continue
        losing = sum(shape in measure.died for measure in rest)
        share = losing / len(rest)
        if shape in this.died and share < 1 - CLEAR:
            found = _Difference(1, median(shape in measure.died for measure in rest), False, 1 - share)
            among = (len(rest) - losing, len(rest))
            yield found.tell(scene, "piece_dies", this.move.cells, scene.color, shape, among=among)
        elif shape not in this.died and share >= CLEAR:
            found = _Difference(0, 1, True, share)
            among = (losing, len(rest))
            yield found.tell(scene, "piece_saved", this.move.cells, scene.color, shape, among=among)


def _rival(scene: Scene, this: Measure, others: Sequence[Measure], rival: str) -> Iterator[Finding]:
    if (found := _compare(this, others, lambda measure: len(measure.closed[rival]))) and found.is_good:
        yield found.tell(scene, "corners_closed", this.closed[rival], rival)
    if (found := _compare(this, others, lambda measure: len(measure.taken[rival]))) and found.is_good:
        yield found.tell(scene, "space_taken", this.taken[rival], rival)
    if (found := _compare(this, others, lambda measure: len(measure.starved[rival]))) and found.is_good:
        yield found.tell(scene, "corners_starved", this.starved[rival], rival)
    found = _compare(this, others, lambda measure: len(measure.shut_out[rival]))
    if found and found.is_good and found.value >= REGION:
        yield found.tell(scene, "shut_out", this.shut_out[rival], rival)
    for shape in sorted(this.killed[rival]):
        doing = sum(shape in measure.killed[rival] for measure in others)
        if doing / len(others) < 1 - CLEAR:
            found = _Difference(1, 0, True, 1 - doing / len(others))
            among = (doing, len(others))
            yield found.tell(scene, "rival_piece_dies", this.move.cells, rival, shape, among=among)


def _partner(scene: Scene, this: Measure, others: Sequence[Measure], partner: str) -> Iterator[Finding]:
    """What a move takes from another color of its own side."""
    found = _compare(this, others, lambda measure: -len(measure.lost[partner]))
    if found and not found.is_good:
        yield found.tell(scene, "partner_space", this.lost[partner], partner)


def _visible(scene: Scene, this: Measure, others: Sequence[Measure]) -> Iterator[Finding]:
    """What is seen from above (S6)."""
    if found := _compare(this, others, lambda measure: measure.gained):
        yield found.tell(scene, "cubes_shown", this.move.cells, scene.color)
    for rival in scene.rivals:
        yield from _covered(scene, this, others, rival)


def _covered(scene: Scene, this: Measure, others: Sequence[Measure], rival: str) -> Iterator[Finding]:
    found = _compare(this, others, lambda measure: measure.cost[rival])
    if found and found.is_good:
        yield found.tell(scene, "cubes_covered", this.move.cells, rival)


def _dice(scene: Scene, this: Measure, others: Sequence[Measure]) -> Iterator[Finding]:
    """The economy of strikes and dice (I2, I3)."""
    position, move = scene.position, this.move
    strikes = position.ruleset.strikes
    left = strikes - position.strikes[scene.seat]
    spending = sum(measure.move.strike for measure in others) / len(others)
    if move.strike and spending < 1:
        found = _Difference(1, spending, False, 1 - spending)
        yield found.tell(scene, "strike_spent", move.cells, among=(left - 1, strikes))
    elif not move.strike and spending >= CLEAR:
        found = _Difference(0, spending, True, spending)
        yield found.tell(scene, "strike_saved", move.cells, among=(left, strikes))
    if compared := _compare(this, others, lambda measure: -_row_places(measure)):
        yield compared.tell(scene, "die", move.cells, die=move.die)


def _row_places(measure: Measure) -> float:
    """Places that the row of the die taken had on the sheet, so how easily such a die is used later."""
    assert measure.move.die is not None
    row = measure.scene.position.ruleset.rows[measure.move.die]
    return sum(measure.scene.own.places.get(shape, 0) for shape in row)


@dataclass(frozen=True)
class _Difference:
    value: float
    usual: float
    is_good: bool
    weight: float

    def tell(
        self,
        scene: Scene,
        kind: str,
        cells: Iterable[int],
        color: str | None = None,
        shape: str | None = None,
        *,
        die: int | None = None,
        among: tuple[int, int] | None = None,
    ) -> Finding:
        """The finding that this difference is, with its sentence."""
        rules, cells = scene.position.ruleset, tuple(sorted(cells))
        told = sentence(
            kind,
            is_good=self.is_good,
            value=self.value,
            usual=self.usual,
            on_faces=rules.contact == "face",
            cells=[rules.board.cell_name(cell) for cell in cells],
            color=color,
            shape=shape,
            die=die,
            among=among,
        )
        return Finding(
            kind, self.is_good, cells, told, self.value, self.usual, self.weight, color, shape, die=die, among=among
        )


def _compare(this: Measure, others: Sequence[Measure], count: Callable[[Measure], float]) -> _Difference | None:
    """Whether a move counts clearly more (good) or less (bad) than the others, or neither."""
    value, counts = count(this), [count(measure) for measure in others]
    usual = median(counts)
    lower = sum(other < value for other in counts) / len(counts)
    higher = sum(other > value for other in counts) / len(counts)
    if abs(value - usual) < NOTABLE * abs(usual):
        return None
    if value > usual and lower >= CLEAR:
        return _Difference(value, usual, True, lower)
    if value < usual and higher >= CLEAR:
        return _Difference(value, usual, False, higher)
    return None
