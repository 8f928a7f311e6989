"""The table: one game between people and simple players, line by line in a terminal."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise

import cornerwise as cw
from cornerwise.cli.saying import say
from cornerwise.engine import Engine
from cornerwise.engine.level import Limit
from cornerwise.game import Node
from cornerwise.player import Player
from cornerwise.render import shelf, terminal
from cornerwise.render.text.terminal import dice_text

HINT_LIMIT = Limit(seconds=1.0)
HELP = """\
Type a move as its cells:           e8,d9,e9,f9,e10   (any order; 3D with heights: d3.1,d4.1;
                                    Dice with the die: 4:a1,a2,a3, with a strike: 4*:a1,a2,a3)
or choose it step by step:
  moves                             the shapes that fit, and in how many places (* with a strike only)
  F      or  shape F                the places for one shape, numbered: then type a number
  F e8                              only the places that cover cell e8
  e8?                               everything that covers cell e8
  hint                              what the engine would play, and why
  undo   redo                       take back your last move, or bring it back
  board  save FILE  help  quit"""


class Table:
    """Runs a game until it is over or somebody leaves."""

    def __init__(self, game: cw.Game, players: Sequence[Player | None], depth: str) -> None:
        self.game = game
        self.players = players  # per seat; None is a person
        self.depth = depth
        self.is_open = True
        self._listed: list[cw.Move] = []  # the numbered placements shown last
        self._kept = set(game.root.walk())  # what the file held that was loaded or saved last
        self._told = game.node  # everything up to here has been told
        self._asked: Node | None = None  # where a person was asked last, with the board drawn
        self._commands: dict[str, Callable[[str], None]] = {
            "help": lambda rest: print(HELP),
            "?": lambda rest: print(HELP),
            "moves": lambda rest: self._list_shapes(),
            "shape": self._list_places,
            "hint": lambda rest: self._hint(),
            "undo": lambda rest: self._undo(),
            "redo": lambda rest: self._redo(),
            "board": lambda rest: self.draw(),
            "save": self._save,
            "quit": lambda rest: self._quit(),
            "exit": lambda rest: self._quit(),
        }

    @property
    def position(self) -> cw.Position:
        """Where the game stands."""
        return self.game.position

    @property
    def is_kept(self) -> bool:
        """Whether a file holds every move that led here."""
        return all(node in self._kept for node in self.game.node.path() if isinstance(node.step, cw.Move))

    def run(self) -> None:
        """Plays until the end or until somebody quits."""
        if sys.stdin.isatty():
            import readline  # noqa: F401  (line editing and history for input)
        say(f"{self.position.ruleset.title}. Type help for help, quit to leave.")
        for note in self.position.ruleset.notes:
            say(note)
        self.game.play_on(self._choose, until=lambda position: not self.is_open)
        self._tell()
        if self.position.is_over:
            self.leave()
        else:
            print("Goodbye.")

    def leave(self) -> None:
        """Shows how it ended, or how far it has come."""
        self.draw()
        if self.position.is_over:
            self._tell_result()

    def _choose(self, position: cw.Position) -> cw.Move | None:
        """The move of a computer player; a person, who may also look around or go elsewhere, makes it alone."""
        self._tell()
        if (chooser := self.players[position.turn.actor]) is not None:
            return self._announced(chooser.choose(position, last=self.game.node.last_move))
        if self._asked is not self.game.node:
            self._asked = self.game.node
            self.draw()
        self._ask()
        return None

    def _tell(self) -> None:
        """Tells the steps that were made since this was called last: their dice, and who is out."""
        path = self.game.node.path()
        known = path.index(self._told) if self._told in path else len(path) - 1
        for before, after in pairwise(path[known:]):
            if isinstance(after.step, cw.Roll):
                say(f"Round {before.position.round + 1}: the dice show {dice_text(after.step.dice)}")
            self._tell_out(before.position, after.position)
        self._told = self.game.node

    def draw(self) -> None:
        """Draws the board and says who is to move."""
        print()
        width = shutil.get_terminal_size().columns
        print(terminal(self.position, last=self.game.node.last_placed, dots=True, depth=self.depth, width=width))
        if not self.position.is_over and self.position.turn.actor != cw.CHANCE:
            count = len(self.position.legal_moves)
            moves = "1 legal move" if count == 1 else f"{count} legal moves"
            print(textwrap.fill(f"{self._who(self.position)} to play; {moves}. {self._scores()}", max(20, width - 1)))

    def _tell_out(self, before: cw.Position, after: cw.Position) -> None:
        """Says who can place no more since then; otherwise a turn would be skipped without a word."""
        for owner in after.out:
            if owner not in before.out:
                say(f"{owner if isinstance(owner, str) else f'Seat {owner + 1}'} cannot place any more.".capitalize())

    def _who(self, position: cw.Position) -> str:
        return f"{position.turn.color} (seat {position.turn.actor + 1})"

    def _scores(self) -> str:
        if self.position.color_scores:
            return "Scores: " + ", ".join(f"{color} {score}" for color, score in self.position.color_scores.items())
        return "Empty squares: " + ", ".join(
            f"seat {seat + 1} {score}" for seat, score in enumerate(self.position.scores)
        )

    def _tell_result(self) -> None:
        say("The game is over. " + self._scores())
        for seat in sorted(range(self.position.ruleset.seats), key=lambda each: self.position.ranks[each]):
            say(f"  {self.position.ranks[seat]}. seat {seat + 1}: {self.position.scores[seat]}")
        winners = [f"seat {seat + 1}" for seat in self.position.winners]
        say(f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'share the win'}.".capitalize())

    def _ask(self) -> None:
        """Reads one line from the person to move and does what it says; a mistake is told in one sentence."""
        prompt = (
            f"number of a place, or Enter to go back [{self._span()}]: "
            if self._listed
            else f"{self.position.turn.color}> "
        )
        line = input(prompt).strip()
        if not sys.stdin.isatty():
            say(line)
        try:
            self._do(line)
        except cw.CornerwiseError as error:
            say(str(error))

    def _span(self) -> str:
        return "1" if len(self._listed) == 1 else f"1-{len(self._listed)}"

    def _do(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if self._listed:
            listed, self._listed = self._listed, []
            if not line:
                return
            if line.isdecimal():
                if not 1 <= int(line) <= len(listed):
                    self._listed = listed
                    raise cw.CornerwiseError(f"There is no place {line}; the list goes from 1 to {len(listed)}.")
                self._play(listed[int(line) - 1])
                return
        if not line:
            self._list_shapes()
        elif word.lower() in self._commands:
            self._commands[word.lower()](rest.strip())
        elif "?" in line:
            self._list_cell(line.replace("?", "").strip())
        elif self._shape(word.rstrip("*")) is not None:
            self._list_places(line)
        else:
            self._play_text(line)

    def _shape(self, word: str) -> str | None:
        names = {shape.name.lower(): shape.name for shape in self.position.ruleset.shapes}
        return names.get(word.lower())

    def _list_shapes(self) -> None:
        """Shows the shapes that fit; those only a strike can draw have a star."""
        turn, moves = self.position.turn, self.position.legal_moves
        plain = Counter(move.shape for move in moves if not move.strike)
        struck = Counter(move.shape for move in moves if move.strike)
        shapes = [shape for shape in reversed(self.position.ruleset.shapes) if shape.name in turn.shapes]
        captions = {
            shape.name: f"{shape.name} {plain[shape.name]}"
            if plain[shape.name]
            else f"{shape.name} *{struck[shape.name]}"
            for shape in shapes
        }
        assert turn.color is not None
        print(shelf(shapes, captions, turn.color, self.depth, shutil.get_terminal_size().columns))

    def _list_places(self, text: str) -> None:
        text, star, _ = text.partition("*")
        word, _, cell = text.strip().partition(" ")
        name = self._shape(word)
        if name is None:
            raise cw.CornerwiseError(f"There is no shape {word!r}; type moves to see those that fit.")
        moves = [move for move in self.position.legal_moves if move.shape == name]
        if cell:
            moves = self._covering(moves, cell)
        self._number(moves, bool(star), f"{name} does not fit{f' over {cell}' if cell else ''}.")

    def _list_cell(self, text: str) -> None:
        cell, star, _ = text.partition("*")
        moves = self._covering(list(self.position.legal_moves), cell)
        self._number(moves, bool(star), f"Nothing fits over {cell}.")

    def _covering(self, moves: list[cw.Move], cell: str) -> list[cw.Move]:
        number = self.position.ruleset.board.parse_cell(cell)
        return [move for move in moves if number in move.cells]

    def _number(self, moves: list[cw.Move], is_striking: bool, otherwise: str) -> None:
        """Lists moves with numbers, in columns as the terminal allows; strikes only if wanted or needed."""
        plain = [move for move in moves if not move.strike]
        listed = moves if is_striking or not plain else plain
        if not listed:
            raise cw.CornerwiseError(otherwise)
        self._listed = listed
        words = [f"{number:4} {move.shape:2} {move}" for number, move in enumerate(listed, 1)]
        width = max(map(len, words)) + 2
        columns = max(1, shutil.get_terminal_size().columns // width)
        for first in range(0, len(words), columns):
            print("".join(word.ljust(width) for word in words[first : first + columns]).rstrip())
        if len(listed) < len(moves):
            say(f"With a strike there are {len(moves) - len(listed)} more; put a * at the end to see them.")

    def _play_text(self, text: str) -> None:
        text = text.replace(" ", "").lower()
        if self.position.ruleset.rows and ":" not in text:
            self._play(self._with_die(text))
        else:
            self._play(self.position.ruleset.parse_move(text))

    def _with_die(self, text: str) -> cw.Move:
        """The move on these cells, if the die that draws it is plain to see; strikes are never guessed."""
        board = self.position.ruleset.board
        cells = tuple(sorted(board.parse_cell(word) for word in text.split(",")))
        found = [move for move in self.position.legal_moves if move.cells == cells and not move.strike]
        if len(found) == 1:
            return found[0]
        if found:
            dice = " or ".join(f"{move.die}:" for move in found)
            raise cw.CornerwiseError(f"More than one die draws that; put {dice} in front.")
        raise cw.CornerwiseError("No free die draws that; with a strike write for example 4*: in front of the cells.")

    def _play(self, move: cw.Move) -> None:
        reason = self.position.explain(move)
        if reason is not None:
            raise cw.CornerwiseError(str(reason))
        self.game.play(self._announced(move))

    def _announced(self, move: cw.Move) -> cw.Move:
        say(f"{self._who(self.position)} plays {move.shape}: {move}")
        return move

    def _hint(self) -> None:
        with Engine(self.position.ruleset, seed=self.game.seed or 0) as engine:
            print(engine.advise(self.position, HINT_LIMIT, count=3))

    def _undo(self) -> None:
        """Goes back to where a person was last asked."""
        here = self.game.node
        while self.game.node.parent is not None:
            self.game.undo()
            if self._is_asked():
                self._told = self.game.node
                return
        self.game.goto(here)
        raise cw.CornerwiseError("There is nothing to take back.")

    def _redo(self) -> None:
        self.game.redo()
        while not self.position.is_over and not self._is_asked() and self.game.variations:
            self.game.redo()
        self._told = self.game.node

    def _is_asked(self) -> bool:
        actor = self.position.turn.actor
        return actor >= 0 and self.players[actor] is None

    def _save(self, path: str) -> None:
        if not path:
            raise cw.CornerwiseError("Say where: save game.json")
        self.game.promote(self.game.node)
        cw.write_game(self.game, path)
        self._kept = set(self.game.root.walk())
        say(f"Saved to {path}.")

    def _quit(self) -> None:
        self.is_open = False
