"""The hand: the piece a person at a terminal holds over the board, and the move it would be."""

from __future__ import annotations

from collections.abc import Sequence

import cornerwise as cw

Point = tuple[int, int, int]
TURNS = {
    "turn": lambda x, y, z: (y, -x, z),
    "turn back": lambda x, y, z: (-y, x, z),
    "flip": lambda x, y, z: (-x, y, z),
    "tip": lambda x, y, z: (x, z, -y),  # cubes are tipped over, since a mirror image is another piece
}


class Hand:
    """A shape in one orientation, its lower left corner over a column of the board."""

    def __init__(self, position: cw.Position, shape: str) -> None:
        self.position = position
        self.rules = position.ruleset
        self.shape = shape
        self.cells = normal(next(each.cells for each in self.rules.shapes if each.name == shape))
        self.at = (0, 0)
        self.go_to(self._middle())

    def take(self, shape: str) -> None:
        """Holds another shape in its place."""
        self.shape = shape
        self.cells = normal(next(each.cells for each in self.rules.shapes if each.name == shape))
        self.go_to(self.at)

    def twist(self, how: str) -> None:
        """Turns, flips or tips the piece about its middle."""
        wide, high = self._extent()
        self.cells = normal([TURNS[how](*cell) for cell in self.cells])
        new_wide, new_high = self._extent()
        self.go_to((self.at[0] + (wide - new_wide) // 2, self.at[1] + (high - new_high) // 2))

    def step(self, right: int, up: int) -> None:
        """Moves the piece, which stays within the columns and rows of the board."""
        self.go_to((self.at[0] + right, self.at[1] + up))

    def go_to(self, at: tuple[int, int]) -> None:
        """Puts the piece as near to a place as the board allows."""
        wide, high = self._extent()
        columns, rows = self.rules.board.columns, self.rules.board.rows
        self.at = max(0, min(columns - wide, at[0])), max(0, min(rows - high, at[1]))

    def lay(self, move: cw.Move) -> None:
        """Holds the piece of a move exactly where the move puts it."""
        points = [tuple(map(int, self.rules.board.coordinates[cell])) for cell in move.cells]
        self.shape = move.shape
        self.cells = normal(points)
        self.at = min(x for x, _, _ in points), min(y for _, y, _ in points)

    def next_place(self, direction: int) -> bool:
        """Goes to the next legal place of the shape, those in this orientation first; False where there is none."""
        moves = {move.cells: move for move in self.position.legal_moves if move.shape == self.shape}
        places = sorted(moves.values(), key=lambda move: (self._lies(move) != self.cells, move.cells))
        if not places:
            return False
        here = self.move
        index = next(
            (i for i, move in enumerate(places) if here and move.cells == here.cells), -1 if direction > 0 else 0
        )
        self.lay(places[(index + direction) % len(places)])
        return True

    @property
    def columns(self) -> dict[tuple[int, int], str]:
        """What it covers, seen from above, in space with the height it would reach."""
        move, coordinates = self.move, self.rules.board.coordinates
        if move is None or self.rules.board.levels == 1:
            return {(self.at[0] + x, self.at[1] + y): "" for x, y, _ in self.cells}
        # Cells are in order of height, so that the highest one stays.
        return {
            (int(x), int(y)): str(z + 1)
            for x, y, z in sorted((coordinates[cell] for cell in move.cells), key=lambda each: each[2])
        }

    @property
    def move(self) -> cw.Move | None:
        """The legal move it would be, without a strike if there is one; None where it does not fit."""
        for number in self._ids():
            if self.position.is_legal(number):
                return self.rules.move(number)
        return None

    @property
    def why(self) -> str:
        """Why it does not fit."""
        numbers = self._ids()
        reason = self.position.explain(numbers[0]) if numbers else None
        return str(reason) if reason else "Part of the piece is off the board."

    def _ids(self) -> list[int]:
        """The moves that put it here, in space the lowest first, those with a strike last."""
        board, found = self.rules.board, []
        for height in range(board.levels):
            cells = [board.cell(self.at[0] + x, self.at[1] + y, height + z) for x, y, z in self.cells]
            whole = [cell for cell in cells if cell is not None]
            placement = self.rules.atlas.find(whole) if len(whole) == len(cells) else None
            if placement is not None:
                found += [(strike, height, first + placement) for _, strike, first in self.rules.ways]
        return [number for _, _, number in sorted(found, key=lambda each: each[:2])]

    def _lies(self, move: cw.Move) -> tuple[Point, ...]:
        return normal([tuple(map(int, self.rules.board.coordinates[cell])) for cell in move.cells])

    def _extent(self) -> tuple[int, int]:
        return max(x for x, _, _ in self.cells) + 1, max(y for _, y, _ in self.cells) + 1

    def _middle(self) -> tuple[int, int]:
        """Where the color can build, else the middle of the board."""
        board, turn = self.rules.board, self.position.turn
        targets = self.position.targets(turn.color, turn.sheet).tolist() if turn.color else []
        if targets:
            x, y, _ = map(int, board.coordinates[targets[0]])
            return x, y
        return board.columns // 2, board.rows // 2


def normal(cells: Sequence[Sequence[int]]) -> tuple[Point, ...]:
    """Cells moved so that their smallest coordinates are zero, in order."""
    low = [min(cell[axis] for cell in cells) for axis in range(3)]
    return tuple(sorted((cell[0] - low[0], cell[1] - low[1], cell[2] - low[2]) for cell in cells))
