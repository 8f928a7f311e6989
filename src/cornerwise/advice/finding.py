"""Findings: the measured differences between one move and the others, in plain words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from cornerwise._core import Move, Position
from cornerwise.advice.measure import Measure, Scene

SAMPLE = 40  # moves that a move is compared with
CLEAR = 0.6  # share of the other moves that must be worse (or better) before we speak of a difference
NOTABLE = 0.1  # of the usual count, below which a difference is not worth a word
REGION = 3  # cells that a rival is shut out of before it is worth a word
FIRST = {"shut_out", "strike_spent"}  # what decides more than anything that is counted beside it


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
    """The color it is about: the own one, or a rival's."""
    shape: str | None = None
    """The piece it is about."""
    die: int | None = None
    """The die it is about."""
    among: tuple[int, int] | None = None
    """So many of so many, as the sentence says them: other moves, or strikes."""

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
        """The clearest differences between a move and the others, clearest first; of these, those from its rival."""
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
    color, unit = scene.color, _unit(scene)
    spot = "corner" if scene.position.ruleset.contact == "corner" else "face"
    if found := _compare(this, others, lambda measure: len(measure.opened)):
        only = "" if found.is_good else "only "
        many = f"{only}{_count(len(this.opened), f'new {spot}')}" if this.opened else f"no new {spot}"
        yield found.tell(
            "corners_opened",
            this.opened,
            f"Opens {many} for {color} to build from{_at(scene, this.opened)}; the usual move opens {found.usual:g}.",
            color,
        )
    if found := _compare(this, others, lambda measure: len(measure.reach)):
        verb = "Leaves" if found.is_good else "Leaves only"
        yield found.tell(
            "space",
            this.reach,
            f"{verb} {_count(len(this.reach), unit)} in reach of {color}'s next piece; "
            f"the usual move leaves {found.usual:g}.",
            color,
        )
    if found := _compare(this, others, lambda measure: len(measure.move.cells)):
        verb = "Places" if found.is_good else "Places only"
        yield found.tell(
            "size",
            this.move.cells,
            f"{verb} {_count(len(this.move.cells), unit)}; the usual move places {found.usual:g}.",
            color,
        )
    yield from _awkward(scene, this, others)
    yield from _deaths(scene, this, others)
    if found := _compare(this, others, lambda measure: len(measure.protected)):
        verb = "Keeps" if found.is_good else "Keeps only"
        yield found.tell(
            "protected",
            this.protected,
            f"{verb} {_count(len(this.protected), unit)} in reach that no rival can ever enter"
            f"{_at(scene, this.protected)}; the usual move keeps {found.usual:g}.",
            color,
        )


def _awkward(scene: Scene, this: Measure, others: Sequence[Measure]) -> Iterator[Finding]:
    """A piece that is hard to place, placed while it fits."""
    places = {shape: left for shape, left in scene.own.places.items() if left > 0}
    mine = places.pop(this.move.shape)
    harder = sum(left <= mine for left in places.values())
    differs = any(measure.move.shape != this.move.shape for measure in others)
    if len(places) >= 3 and harder == 0 and differs:
        usual = median(places.values())
        yield Finding(
            "awkward_piece",
            True,
            this.move.cells,
            f"Places the {this.move.shape} while it fits: it has {_count(mine, 'place')} left, "
            f"fewer than every other piece (the usual one has {usual:g}).",
            mine,
            usual,
            0.5 + 0.5 * (1 - mine / max(usual, 1)),
            scene.color,
            this.move.shape,
        )


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
            yield Finding(
                "piece_dies",
                False,
                this.move.cells,
                f"Leaves no place at present for {_piece(scene, shape)}; "
                f"{len(rest) - losing} of {len(rest)} moves compared keep one.",
                1,
                median(shape in measure.died for measure in rest),
                1 - share,
                scene.color,
                shape,
                among=(len(rest) - losing, len(rest)),
            )
        elif shape not in this.died and share >= CLEAR:
            yield Finding(
                "piece_saved",
                True,
                this.move.cells,
                f"Keeps a place for {_piece(scene, shape)}; {losing} of {len(rest)} moves compared lose the last one.",
                0,
                1,
                share,
                scene.color,
                shape,
                among=(losing, len(rest)),
            )


def _piece(scene: Scene, shape: str) -> str:
    """A piece of the mover's; those of a sheet may be drawn in any of its colors (I4)."""
    return f"the {shape} in {scene.color}" if scene.position.ruleset.rows else f"{scene.color}'s {shape}"


def _rival(scene: Scene, this: Measure, others: Sequence[Measure], rival: str) -> Iterator[Finding]:
    unit = _unit(scene)
    spot = "corner" if scene.position.ruleset.contact == "corner" else "face"
    if (found := _compare(this, others, lambda measure: len(measure.closed[rival]))) and found.is_good:
        yield found.tell(
            "corners_closed",
            this.closed[rival],
            f"Closes {_count(len(this.closed[rival]), spot)} of {rival}{_at(scene, this.closed[rival])}; "
            f"the usual move closes {found.usual:g}.",
            rival,
        )
    if (found := _compare(this, others, lambda measure: len(measure.taken[rival]))) and found.is_good:
        yield found.tell(
            "space_taken",
            this.taken[rival],
            f"Takes {_count(len(this.taken[rival]), unit)} out of reach of {rival}'s next piece; "
            f"the usual move takes {found.usual:g}.",
            rival,
        )
    if (found := _compare(this, others, lambda measure: len(measure.starved[rival]))) and found.is_good:
        yield found.tell(
            "corners_starved",
            this.starved[rival],
            f"Starves {_count(len(this.starved[rival]), spot)} of {rival}{_at(scene, this.starved[rival])}, "
            f"where none of its pieces fits any more; the usual move starves {found.usual:g}.",
            rival,
        )
    found = _compare(this, others, lambda measure: len(measure.shut_out[rival]))
    if found and found.is_good and found.value >= REGION:
        cells = this.shut_out[rival]
        yield found.tell(
            "shut_out",
            cells,
            f"Shuts {rival} out of {_count(len(cells), unit)} for good{_at(scene, cells)}; "
            f"the usual move of {found.usual:g}.",
            rival,
        )
    for shape in sorted(this.killed[rival]):
        doing = sum(shape in measure.killed[rival] for measure in others)
        if doing / len(others) < 1 - CLEAR:
            yield Finding(
                "rival_piece_dies",
                True,
                this.move.cells,
                f"Leaves no place at present for {rival}'s {shape}; {doing} of {len(others)} moves compared "
                f"{'does' if doing == 1 else 'do'}.",
                1,
                0,
                1 - doing / len(others),
                rival,
                shape,
                among=(doing, len(others)),
            )


def _partner(scene: Scene, this: Measure, others: Sequence[Measure], partner: str) -> Iterator[Finding]:
    """What a move takes from another color of its own side."""
    found = _compare(this, others, lambda measure: -len(measure.lost[partner]))
    if found and not found.is_good:
        lost = this.lost[partner]
        yield found.tell(
            "partner_space",
            lost,
            f"Takes {_count(len(lost), _unit(scene))} out of reach of {partner}, which is on the same side; "
            f"the usual move takes {abs(found.usual):g}.",
            partner,
        )


def _visible(scene: Scene, this: Measure, others: Sequence[Measure]) -> Iterator[Finding]:
    """What is seen from above (S6)."""
    if found := _compare(this, others, lambda measure: measure.gained):
        verb = "Lowers" if this.gained < 0 else "Raises" if found.is_good else "Raises only"
        yield found.tell(
            "cubes_shown",
            this.move.cells,
            f"{verb} {scene.color}'s present score by {abs(this.gained)}; "
            f"the usual move changes it by {found.usual:+g}.",
            scene.color,
        )
    for rival in scene.rivals:
        yield from _covered(this, others, rival)


def _covered(this: Measure, others: Sequence[Measure], rival: str) -> Iterator[Finding]:
    found = _compare(this, others, lambda measure: measure.cost[rival])
    if found and found.is_good:
        yield found.tell(
            "cubes_covered",
            this.move.cells,
            f"Covers {_count(this.cost[rival], 'cube')} of {rival} that could be seen from above; "
            f"the usual move covers {found.usual:g}.",
            rival,
        )


def _dice(scene: Scene, this: Measure, others: Sequence[Measure]) -> Iterator[Finding]:
    """The economy of strikes and dice (I2, I3)."""
    position, move = scene.position, this.move
    left = position.ruleset.strikes - position.strikes[scene.seat]
    spending = sum(measure.move.strike for measure in others) / len(others)
    if move.strike and spending < 1:
        yield Finding(
            "strike_spent",
            False,
            move.cells,
            f"Spends a strike; {_count(left - 1, 'strike')} will be left.",
            1,
            spending,
            1 - spending,
            among=(left - 1, position.ruleset.strikes),
        )
    elif not move.strike and spending >= CLEAR:
        yield Finding(
            "strike_saved",
            True,
            move.cells,
            f"Saves the strikes: {_count(left, 'strike')} will be left.",
            0,
            spending,
            spending,
            among=(left, position.ruleset.strikes),
        )
    if found := _compare(this, others, lambda measure: -_row_places(measure)):
        row = _row_places(this)
        verb = "Uses" if found.is_good else "Uses up"
        yield found.tell(
            "die",
            move.cells,
            f"{verb} the {move.die}, whose row has {_count(row, 'place')} left on this sheet; "
            f"the usual die's row has {-found.usual:g}.",
            die=move.die,
        )


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
        self, kind: str, cells: Iterable[int], sentence: str, color: str | None = None, die: int | None = None
    ) -> Finding:
        cells = tuple(sorted(cells))
        return Finding(kind, self.is_good, cells, sentence, self.value, self.usual, self.weight, color, die=die)


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


def _unit(scene: Scene) -> str:
    return "square" if scene.position.ruleset.contact == "corner" else "cell"


def _count(number: float, noun: str) -> str:
    return f"{number:g} {noun}{'' if number == 1 else 's'}"


def _at(scene: Scene, cells: Iterable[int]) -> str:
    """The cells in words, or nothing where there are none or too many to read."""
    names = [scene.position.ruleset.board.cell_name(cell) for cell in sorted(cells)]
    return f" at {', '.join(names)}" if 0 < len(names) <= 6 else ""
