"""Measures: what a move does to the position, counted cell by cell and piece by piece."""

from __future__ import annotations

from functools import cached_property

from cornerwise._core import Move, Position
from cornerwise.advice.lane import Lane

SETTLED = 0.15  # share of the board that is filled before anything can be called protected


class Scene:
    """A position through the eyes of whoever is to move: the own lane and the rivals' lanes."""

    def __init__(self, position: Position) -> None:
        turn, rules = position.turn, position.ruleset
        assert turn.color is not None
        self.position = position
        self.color: str = turn.color
        self.sheet: int = turn.sheet
        self.seat: int = turn.actor
        owners = dict(zip(rules.colors, rules.owners, strict=True))
        gone = position.retired  # R2: nobody's rival or partner any more
        team = next(set(team) for team in rules.teams if turn.actor in team)
        # In the Dice Game everybody draws on a sheet of their own, so nobody is in the way.
        self.rivals = tuple(
            color
            for color, owner in owners.items()
            if owner is not None and owner not in team and owner not in gone and rules.sheets == 1
        )
        self.partners = tuple(
            color
            for color, owner in owners.items()
            if owner in team and owner not in gone and color != self.color and rules.sheets == 1
        )
        # C7: a shared color is nobody's rival, but rivals play it.
        self.shared = tuple(color for color, owner in owners.items() if owner is None and rules.sheets == 1)
        self.own_color = rules.sheets > 1 or owners[self.color] is not None
        filled = sum(len(piece.cells) for piece in position.placed)
        # Finding what nobody else can ever reach is slow and pointless while the board is open.
        self.is_settled = rules.contact == "corner" and filled >= SETTLED * rules.board.cell_count
        self.own = Lane(position, self.color, self.sheet)
        self.lanes = {rival: Lane(position, rival, self.sheet) for rival in self.rivals}
        self.side = {partner: Lane(position, partner, self.sheet) for partner in self.partners}
        # Of a rival that has not placed anything yet there is nothing to close, take or starve.
        self.begun = tuple(rival for rival in self.rivals if any(piece.color == rival for piece in position.placed))

    def measure(self, move: Move) -> Measure:
        """What a legal move does."""
        return Measure(self, move)


class Measure:
    """What one move does; everything is counted when it is first asked for."""

    def __init__(self, scene: Scene, move: Move) -> None:
        self.scene = scene
        self.move = move
        self.after = scene.position.play(move)
        self.own = Lane(self.after, scene.color, scene.sheet)
        self.lanes = {rival: Lane(self.after, rival, scene.sheet) for rival in scene.rivals}
        self.side = {partner: Lane(self.after, partner, scene.sheet) for partner in scene.partners}

    @cached_property
    def opened(self) -> frozenset[int]:
        """Cells the color can build from now and could not before."""
        return self.own.targets - self.scene.own.targets

    @cached_property
    def closed(self) -> dict[str, frozenset[int]]:
        """Per rival, the cells it could build from before and cannot now."""
        return {rival: self.scene.lanes[rival].targets - lane.targets for rival, lane in self.lanes.items()}

    @cached_property
    def reach(self) -> frozenset[int]:
        """Cells that the color's next piece will be able to cover."""
        return self.own.next_cells

    @cached_property
    def taken(self) -> dict[str, frozenset[int]]:
        """Per rival, the cells its next piece could cover before and cannot now."""
        return {rival: self.scene.lanes[rival].next_cells - lane.next_cells for rival, lane in self.lanes.items()}

    @cached_property
    def lost(self) -> dict[str, frozenset[int]]:
        """Per other color of the own side, the cells its next piece could cover before and cannot now."""
        return {color: self.scene.side[color].next_cells - lane.next_cells for color, lane in self.side.items()}

    @cached_property
    def died(self) -> frozenset[str]:
        """Own pieces that had a place before and have none now."""
        return _died(self.scene.own, self.own) - {self.move.shape}

    @cached_property
    def killed(self) -> dict[str, frozenset[str]]:
        """Per rival, its pieces that had a place before and have none now."""
        return {rival: _died(self.scene.lanes[rival], lane) for rival, lane in self.lanes.items()}

    @cached_property
    def protected(self) -> frozenset[int]:
        """Cells that the color's next piece can cover and no rival ever can (0 on an open board)."""
        if not self.scene.is_settled or not self.lanes:
            return frozenset()
        shared = (Lane(self.after, color, self.scene.sheet) for color in self.scene.shared)
        return self.own.next_cells.difference(*(lane.ever_cells for lane in (*self.lanes.values(), *shared)))

    @cached_property
    def shut_out(self) -> dict[str, frozenset[int]]:
        """Per rival, the empty cells it might have covered one day and never will now (none on an open board)."""
        if not self.scene.is_settled:
            return {rival: frozenset() for rival in self.lanes}
        return {
            rival: self.scene.lanes[rival].ever_cells - lane.ever_cells - set(self.move.cells)
            for rival, lane in self.lanes.items()
        }

    @cached_property
    def starved(self) -> dict[str, frozenset[int]]:
        """Per rival, its corners where one of its pieces fitted before and none of them does now."""
        return {
            rival: (lane.dead_targets & self.scene.lanes[rival].targets) - self.scene.lanes[rival].dead_targets
            for rival, lane in self.lanes.items()
        }

    @cached_property
    def gained(self) -> int:
        """The change of the own color's score as it stands on the board."""
        return self._change(self.scene.color)

    @cached_property
    def cost(self) -> dict[str, int]:
        """Per rival, by how much its score on the board falls."""
        return {rival: -self._change(rival) for rival in self.lanes}

    def _change(self, color: str) -> int:
        return self.after.color_scores[color] - self.scene.position.color_scores[color]


def _died(before: Lane, after: Lane) -> frozenset[str]:
    return frozenset(shape for shape, places in after.places.items() if places == 0 and before.places.get(shape, 0) > 0)
