"""One played game with its tree of variations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from cornerwise._core import Move, Placed, Position, Roll, Ruleset
from cornerwise.errors import CornerwiseError, WrongType
from cornerwise.retire import Retire
from cornerwise.ruleset import start
from cornerwise.throw import throw

Step = Move | Roll | Retire


class Node:
    """A position in a game and the step that led there; its first child is the main line."""

    __slots__ = ("children", "comment", "parent", "position", "step")

    def __init__(self, position: Position, step: Step | None = None, parent: Node | None = None) -> None:
        self.position = position
        self.step = step
        self.parent = parent
        self.children: list[Node] = []
        self.comment = ""

    def path(self) -> list[Node]:
        """The nodes from the root to this one, both included."""
        nodes = [self]
        while (parent := nodes[-1].parent) is not None:
            nodes.append(parent)
        return nodes[::-1]

    def walk(self) -> Iterator[Node]:
        """This node and everything after it, main lines first."""
        open_nodes = [self]
        while open_nodes:
            node = open_nodes.pop()
            yield node
            open_nodes.extend(reversed(node.children))

    @property
    def last_move(self) -> Move | None:
        """The move made last on the way here, rolls aside."""
        return next((node.step for node in reversed(self.path()) if isinstance(node.step, Move)), None)

    @property
    def last_placed(self) -> Placed | None:
        """The piece put down last on the way here, rolls and retirements aside."""
        for node in reversed(self.path()):
            if isinstance(node.step, Move) and node.parent is not None:
                before = {(piece.sheet, piece.placement) for piece in node.parent.position.placed}
                return next(p for p in node.position.placed if (p.sheet, p.placement) not in before)
        return None

    def __repr__(self) -> str:
        return f"<Node {self.step if self.step is not None else 'start'}>"


class Game:
    """A game that is being played: append moves, rolls and retirements, go back, branch off.

    >>> game = Game("duo")
    >>> game.play("e10,f10,g10,h10,i10").turn.color
    'white'
    >>> game.undo().ply
    0
    """

    def __init__(self, game: str | Ruleset | Position = "classic-4", **options: str) -> None:
        first = game if isinstance(game, Position) else start(game, **options)
        self.root = Node(first)
        self.node = self.root
        self.tags: dict[str, str] = {}  # what a record says of it: {"date": "2026-11-15", "seat 1": "Ann"}
        self.seed: int | None = None  # what the game's dice are thrown from, if they are

    @property
    def position(self) -> Position:
        """The position at the cursor."""
        return self.node.position

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset that is played."""
        return self.root.position.ruleset

    @property
    def steps(self) -> tuple[Step, ...]:
        """All moves, rolls and retirements from the start to the cursor."""
        return tuple(node.step for node in self.node.path() if node.step is not None)

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves from the start to the cursor, nothing else."""
        return tuple(step for step in self.steps if isinstance(step, Move))

    @property
    def variations(self) -> tuple[Node, ...]:
        """What was played from the cursor on, main line first."""
        return tuple(self.node.children)

    def play(self, move: Move | str | int) -> Position:
        """Plays a move at the cursor; a new one starts a variation, a known one is followed."""
        position = self.position.play(move)
        if isinstance(move, str):
            move = self.ruleset.parse_move(move)
        elif not isinstance(move, Move):
            move = self.ruleset.move(move)
        return self._follow(position, move)

    def roll(self, dice: Roll | str | Sequence[int]) -> Position:
        """Rolls the dice at the cursor."""
        position = self.position.roll(dice)
        step = dice if isinstance(dice, Roll) else _roll_of(self.position, dice)
        return self._follow(position, step)

    def retire(self, seat: int) -> Position:
        """Retires a seat at the cursor, whoever's turn it is."""
        return self._follow(self.position.retire(seat), Retire(seat))

    def play_on(
        self, choose: Callable[[Position], Move | None], until: Callable[[Position], bool] | None = None
    ) -> Position:
        """Plays on from the cursor to the end of the game, or to a position of which `until` is true.

        `choose` is asked wherever a seat is to move, and asked again after None, wherever the cursor is then. Dice are
        thrown from the game's seed.
        """
        if not callable(choose) or not (until is None or callable(until)):
            raise WrongType("A game is played on by a function that chooses a move for a position.")
        while not self.position.is_over and not (until is not None and until(self.position)):
            if self.position.rolls:
                if self.seed is None:
                    raise CornerwiseError("Dice are thrown from the game's seed; give it one first.")
                self.roll(throw(self.position, self.seed))
            elif (move := choose(self.position)) is not None:
                self.play(move)
        return self.position

    def undo(self) -> Position:
        """Goes one step back; the step stays in the tree."""
        if self.node.parent is None:
            raise CornerwiseError("There is nothing to take back.")
        self.node = self.node.parent
        return self.position

    def redo(self) -> Position:
        """Goes one step forward along the main line from the cursor."""
        if not self.node.children:
            raise CornerwiseError("There is nothing to play again.")
        self.node = self.node.children[0]
        return self.position

    def goto(self, node: Node) -> Position:
        """Puts the cursor on a node of this game."""
        self._line_to(node)
        self.node = node
        return self.position

    def promote(self, node: Node) -> None:
        """Makes the line through a node the main line."""
        for before, after in pairwise(self._line_to(node)):
            before.children.remove(after)
            before.children.insert(0, after)

    def remove(self, node: Node) -> None:
        """Takes a node and everything after it out of the game; the cursor goes back in front of it if need be."""
        line = self._line_to(node)
        if len(line) == 1:
            raise CornerwiseError("The start of a game cannot be removed.")
        if node in self.node.path():
            self.node = line[-2]
        line[-2].children.remove(node)

    def main_line(self) -> list[Node]:
        """The nodes of the main line from the start to its end."""
        nodes = [self.root]
        while nodes[-1].children:
            nodes.append(nodes[-1].children[0])
        return nodes

    def _repr_svg_(self) -> str:
        """The position at the cursor as a picture for notebooks, the last move with a halo."""
        from cornerwise.render import svg

        return svg(self.position, last=self.node.last_placed)

    def _line_to(self, node: Node) -> list[Node]:
        """The nodes from the start to this one, which must be part of the game."""
        if not isinstance(node, Node):
            raise WrongType(f"A game consists of nodes, not of {type(node).__name__}.")
        line = node.path()
        if line[0] is not self.root or any(after not in before.children for before, after in pairwise(line)):
            raise CornerwiseError("That position does not belong to this game.")
        return line

    def _follow(self, position: Position, step: Step) -> Position:
        for child in self.node.children:
            if child.step == step:
                self.node = child
                return child.position
        child = Node(position, step, self.node)
        self.node.children.append(child)
        self.node = child
        return position

    def __repr__(self) -> str:
        return f"<Game {self.ruleset.key}, {len(self.moves)} moves>"


def _roll_of(position: Position, dice: str | Sequence[int]) -> Roll:
    faces = tuple(sorted(int(face) for face in (dice.split() if isinstance(dice, str) else dice)))
    return next(roll for roll in position.rolls if roll.dice == faces)


def win_shares(position: Position) -> tuple[float, ...]:
    """The share of the victory of every seat in a finished game: winning teams split it."""
    winning = [team for team in position.ruleset.teams if set(team) & set(position.winners)]
    seats = {seat for team in winning for seat in team}
    return tuple(1 / len(winning) if seat in seats else 0.0 for seat in range(position.ruleset.seats))
