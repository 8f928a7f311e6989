"""One played game with its tree of variations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Unpack

from cornerwise._core import LegalMoves, Move, Placed, Position, Roll, Ruleset, Turn
from cornerwise.errors import CornerwiseError, WrongType
from cornerwise.guess import hinting
from cornerwise.retire import Retire
from cornerwise.ruleset import start
from cornerwise.throw import throw

if TYPE_CHECKING:
    from cornerwise.render.options import Options

Step = Move | Roll | Retire

GLYPHS = ("!!", "!", "!?", "?!", "?", "??")
"""Judgments of a move: very good, good, interesting, doubtful, bad, very bad."""


class Node:
    """A position in a game and the step that led there; its first child is the main line."""

    __slots__ = (
        "children", "comment", "glyph", "is_joined", "parent", "position", "properties", "step", "unreadable",
    )  # fmt: skip

    def __init__(self, position: Position, step: Step | None = None, parent: Node | None = None) -> None:
        self.position = position
        self.step = step
        self.parent = parent
        self.children: list[Node] = []
        self.comment = ""
        self.glyph = ""  # what an annotator thinks of the step: one of GLYPHS, or nothing
        self.properties: dict[str, list[str]] = {}  # what another program's file says of it: {"N": ["The fork"]}
        # The lines of such a file from here that break the rules, as it tells them, and how many children come before.
        self.unreadable: list[tuple[int, str]] = []
        self.is_joined = False  # whether such a file tells it in one node with the position before it

    def add(self, position: Position, step: Step | None = None) -> Node:
        """A new last child, which nobody checks; `Game.play` plays by the rules."""
        child = Node(position, step, self)
        self.children.append(child)
        return child

    @property
    def is_remark(self) -> bool:
        """Whether it changes nothing on the board, as comments and passes in other programs' files."""
        return self.step is None and self.parent is not None and self.position == self.parent.position

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


@hinting
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
        self.errors: list[str] = []  # what of its file could not be read, with the line
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
    def turn(self) -> Turn:
        """Who acts at the cursor, in which color."""
        return self.position.turn

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves at the cursor."""
        return self.position.legal_moves

    @property
    def is_over(self) -> bool:
        """Whether the game has ended at the cursor."""
        return self.position.is_over

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place once the game is over at the cursor; nobody before."""
        return self.position.winners

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
        step = dice if isinstance(dice, Roll) else roll_of(self.position, dice)
        return self._follow(position, step)

    def retire(self, seat: int) -> Position:
        """Retires a seat at the cursor, whoever's turn it is."""
        return self._follow(self.position.retire(seat), Retire(seat))

    def set_up(self, position: Position) -> Position:
        """Continues from another position of the same game, as some files ask for; such a node has no step."""
        if not isinstance(position, Position):
            raise WrongType(f"A game continues from a Position, not {type(position).__name__}.")
        if position.ruleset != self.ruleset:
            raise CornerwiseError("A game continues from a position of its own ruleset.")
        self.node = self.node.add(position)
        return position

    def play_on(
        self, choose: Callable[[Position], Move | None], until: Callable[[Position], bool] | None = None
    ) -> Position:
        """Plays on from the cursor to the end of the game, or to a position for which `until` is true.

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
        """Removes a node and everything after it; the cursor moves back in front of it if necessary."""
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

    def frames(self) -> list[tuple[Position, Placed | None]]:
        """The positions from the start to the cursor, each with the piece put down last."""
        return [(node.position, node.last_placed) for node in self.node.path() if not node.is_remark]

    def svg(self, *, animated: bool = False, **options: Unpack[Options]) -> str:
        """The position at the cursor as SVG, the last move with a halo.

        Options, all by name: size, view, theme, marks, coordinates, trays, panel, names, dots, last, ghosts, signs,
        numbers, heat, reach, candidates; help(cornerwise.svg) explains them. `numbers=True` says when each piece was
        placed. An animated picture shows the game from its start to the cursor, one piece after another.
        """
        from cornerwise.render import moving, svg

        return moving(self.frames(), **options) if animated else svg(self.position, **self._shown(options))

    def png(self, **options: Unpack[Options]) -> bytes:
        """The position at the cursor as the bytes of a PNG file, with the options of `svg`."""
        from cornerwise.render import png

        return png(self.position, **self._shown(options))

    def gif(self, seconds: float = 0.6, **options: Unpack[Options]) -> bytes:
        """The game from its start to the cursor as the bytes of a GIF film, with the options of `svg`."""
        from cornerwise.render import gif

        return gif(self.frames(), seconds, **options)

    def _shown(self, options: Options) -> Options:
        shown: Options = {"last": self.node.last_placed, **options}
        if shown.get("numbers") is True:
            shown["numbers"] = [node.last_placed for node in self.node.path() if isinstance(node.step, Move)]
        return shown

    def _repr_svg_(self) -> str:
        """The position at the cursor as a picture for notebooks, the last move with a halo."""
        return self.svg()

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
        self.node = self.node.add(position, step)
        return position

    def __str__(self) -> str:
        """The main line for people: who plays, every move by its label, and the result."""
        return "\n".join(_told(self))

    def __repr__(self) -> str:
        return f"<Game {self.ruleset.key}, {len(self.moves)} moves>"


def roll_of(position: Position, dice: str | Sequence[int]) -> Roll:
    """The roll of a position that shows these dice, which can be rolled there."""
    faces = tuple(sorted(int(face) for face in (dice.split() if isinstance(dice, str) else dice)))
    return next(roll for roll in position.rolls if roll.dice == faces)


WIDTH = 80  # of a game in words


def _told(game: Game) -> Iterator[str]:
    line = game.main_line()
    end = line[-1].position
    branches = sum(len(node.children) - 1 for node in game.root.walk() if node.children)
    count = sum(isinstance(node.step, Move) for node in line)
    words = f"{game.ruleset.title}, {count} {'move' if count == 1 else 'moves'}"
    if branches:
        words += f", {branches} {'variation' if branches == 1 else 'variations'}"
    yield words
    for tag, value in game.tags.items():
        yield f"{tag}: {value}"
    steps = []
    for number, (before, node) in enumerate(pairwise(line), 1):
        if isinstance(node.step, Move):
            steps.append(f"{number}. {before.position.turn.color} {node.step.label}{node.glyph}")
        elif node.step is not None:
            steps.append(f"{number}. {'roll ' if isinstance(node.step, Roll) else ''}{node.step}")
    slot = max(map(len, steps), default=0) + 2
    per_line = max(1, (WIDTH + 2) // slot)
    for first in range(0, len(steps), per_line):
        yield "".join(step.ljust(slot) for step in steps[first : first + per_line]).rstrip()
    scores = ", ".join(f"seat {seat + 1}: {score}" for seat, score in enumerate(end.scores))
    winners = " and ".join(f"seat {seat + 1}" for seat in end.winners)
    yield f"Result: {winners} first; {scores}" if end.is_over else f"Not over; {scores}"
