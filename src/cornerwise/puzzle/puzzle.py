"""A puzzle: a region, a supply of pieces, what lies already, and what a solution must satisfy."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

from cornerwise._core import Problem
from cornerwise.errors import PuzzleError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cornerwise._core import Board, Fault, Ruleset

Goal = Literal["exact", "fill", "place", "most"]
Contact = Literal["any", "apart", "touching", "connected"]
Order = Literal["free", "descending"]

GOALS: tuple[Goal, ...] = ("exact", "fill", "place", "most")
CONTACTS: tuple[Contact, ...] = ("any", "apart", "touching", "connected")
Pairs = list[tuple[int, int]]  # pieces as the kernel has them: color and placement


@dataclass(frozen=True)
class Laid:
    """A piece that lies: its color, its shape and its cells in ascending order."""

    color: str
    shape: str
    cells: tuple[int, ...]


@dataclass(frozen=True)
class Puzzle:
    """A problem for one person. Make one with `puzzle(name)`, `read_puzzle(path)` or `parse_puzzle(data)`."""

    name: str
    title: str
    text: str
    ruleset: Ruleset = field(repr=False)  # its board, its shapes, its colors and where they start
    supply: tuple[tuple[int, ...], ...] = field(repr=False)  # per color, per shape: how many pieces, givens included
    goal: Goal
    contact: Contact
    order: Order
    layable: bool  # whether a laying order from above must exist
    rooted: bool  # whether the first piece of a color covers its start cell
    givens: tuple[Laid, ...] = ()
    spec: dict[str, Any] = field(default_factory=dict, repr=False, hash=False, compare=False)

    @property
    def board(self) -> Board:
        """The region as a board."""
        return self.ruleset.board

    @property
    def colors(self) -> tuple[str, ...]:
        """The names of the colors."""
        return tuple(self.ruleset.colors)

    @cached_property
    def shapes(self) -> tuple[str, ...]:
        """The names of the shapes, in the order of `supply`."""
        return tuple(shape.name for shape in self.ruleset.shapes)

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The size of every shape."""
        return tuple(shape.size for shape in self.ruleset.shapes)

    @cached_property
    def is_solid(self) -> bool:
        """Whether it is built in 3D."""
        return self.board.levels > 1

    @cached_property
    def open_cells(self) -> tuple[int, ...]:
        """The cells that no given covers."""
        taken = {cell for laid in self.givens for cell in laid.cells}
        return tuple(cell for cell in range(self.board.cell_count) if cell not in taken)

    @cached_property
    def left(self) -> tuple[tuple[int, ...], ...]:
        """The supply without the givens."""
        rows = [list(own) for own in self.supply]
        for laid in self.givens:
            rows[self.colors.index(laid.color)][self.shapes.index(laid.shape)] -= 1
        return tuple(map(tuple, rows))

    @cached_property
    def pieces_left(self) -> int:
        """How many pieces are still to be placed."""
        return sum(map(sum, self.left))

    @cached_property
    def squares_left(self) -> int:
        """How many cells these pieces cover."""
        return sum(n * size for own in self.left for n, size in zip(own, self.sizes, strict=True))

    @property
    def empties(self) -> int:
        """How many cells may stay empty."""
        return len(self.open_cells) - self.squares_left if self.goal == "place" else 0

    @property
    def is_laying(self) -> bool:
        """Whether it is played move by move under the rules, with room to spare."""
        return self.goal == "most" or (self.contact == "connected" and self.rooted)

    @cached_property
    def problem(self) -> Problem:
        """The puzzle as the kernel judges and solves it."""
        return Problem(
            self.ruleset,
            [list(own) for own in self.supply],
            GOALS.index(self.goal),
            CONTACTS.index(self.contact),
            self.order == "descending",
            self.layable,
            self.rooted,
            self.pairs(self.givens),
        )

    def pairs(self, laid: Iterable[Laid]) -> Pairs:
        """Pieces for the kernel; raises PuzzleError for a piece that does not belong to this puzzle."""
        found = []
        for piece in laid:
            placement = self.ruleset.atlas.find(list(piece.cells))
            if piece.color not in self.colors:
                raise PuzzleError(f"The puzzle has no color {piece.color!r}; it has {', '.join(self.colors)}.")
            if placement is None or self.shapes[int(self.ruleset.atlas.shapes[placement])] != piece.shape:
                raise PuzzleError(f"A {piece.color} piece called {piece.shape} does not have that shape.")
            found.append((self.colors.index(piece.color), placement))
        return found

    def pieces(self, pairs: Sequence[tuple[int, int]]) -> tuple[Laid, ...]:
        """The kernel's pieces as they are called here."""
        atlas = self.ruleset.atlas
        return tuple(
            Laid(
                self.colors[color],
                self.shapes[int(atlas.shapes[placement])],
                tuple(int(cell) for cell in atlas.cells[placement] if cell >= 0),
            )
            for color, placement in pairs
        )

    def svg(self) -> str:
        """The region and the pieces to lay as a picture."""
        return str(import_module("cornerwise.puzzle.paper").puzzle_pages(self)[0].svg())

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return f"{self.title}: {self.text}"

    def error(self, fault: Fault) -> PuzzleError:
        """What the kernel finds wrong, to be raised."""
        values = {"color": self.colors[fault.color]} if fault.color >= 0 else {}
        if fault.shape >= 0:
            values["shape"] = self.shapes[fault.shape]
        return PuzzleError(fault.sentence, fault.kind, **values)


@dataclass(frozen=True)
class Solution:
    """An answer to a puzzle, checked: every piece in an order in which it can be laid."""

    puzzle: Puzzle = field(repr=False)
    laid: tuple[Laid, ...]  # givens first
    solver: str
    nodes: int
    seconds: float

    @property
    def squares(self) -> int:
        """How many cells are covered."""
        return sum(len(laid.cells) for laid in self.laid)

    def as_data(self) -> list[dict[str, Any]]:
        """Plain data: shape, color and cells of every piece in laying order."""
        name = self.puzzle.board.cell_name
        return [
            {"shape": laid.shape, "color": laid.color, "cells": [name(cell) for cell in laid.cells]}
            for laid in self.laid
        ]

    def svg(self, *, animated: bool = False) -> str:
        """The solution as a picture; an animated one lays piece after piece."""
        return str(import_module("cornerwise.puzzle.paper").solution_picture(self, moving=animated))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        """The covered region in letters, levels beside each other from the ground up, and how it was found."""
        board = self.puzzle.board
        letters = {
            cell: chr(ord("A") + number % 26) if len(self.puzzle.colors) == 1 else laid.color[0].upper()
            for number, laid in enumerate(self.laid)
            for cell in laid.cells
        }
        lines = []
        for y in reversed(range(board.rows)):
            levels = []
            for z in range(board.levels):
                cells = [board.cell(x, y, z) for x in range(board.columns)]
                levels.append(" ".join(" " if cell is None else letters.get(cell, ".") for cell in cells))
            lines.append("   ".join(levels).rstrip())
        words = (
            f"{self.puzzle.title}: {len(self.laid)} pieces, {self.solver}, {self.nodes:,} nodes, {self.seconds:.2f} s"
        )
        return "\n".join([*lines, words])
