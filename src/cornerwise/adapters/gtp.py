"""The engine as a program that speaks GTP (docs/programs/gtp.md)."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable
from typing import TextIO

import cornerwise
from cornerwise._core import Move, Position, Ruleset, SearchResult, placements
from cornerwise.engine.engine import MAX_MEMORY, MAX_SEED, Engine
from cornerwise.engine.level import Level, Limit, parse_strength, parse_whole
from cornerwise.errors import CornerwiseError, NotationError
from cornerwise.formats.blksgf import format_blksgf
from cornerwise.formats.dialect import format_color, parse_color, parse_game_name
from cornerwise.game import Game
from cornerwise.ground.textfile import write_text
from cornerwise.render import terminal
from cornerwise.retire import Retire

MAX_LINE = 10_000  # characters
EMPTY_LINES = re.compile(r"\n(\s*\n)+")
NUMBER = re.compile(r"[-+]?\d+([.,]\d*)?")
FACTS = {"accept_illegal": "0", "resign": "0"}  # of this program; nothing else can be set


class Gtp:
    """A session: a game, an engine, and commands that act on them; a refused command changes nothing."""

    def __init__(
        self,
        rules: Ruleset,
        level: int | Level | None = None,
        limit: Limit | None = None,
        seed: int = 0,
        threads: int = 1,
        memory_mb: int = 256,
    ) -> None:
        self.level, self.limit, self.seed, self.threads, self.memory_mb = (
            level,
            limit,
            seed,
            threads,
            memory_mb,
        )
        self.game = Game(rules)
        self.engine = self._make_engine(rules)
        self.is_over = False
        self._searched_by = 0  # the seat for which the last search was made
        self.commands: dict[str, Callable[[list[str]], str]] = {
            "all_legal": self.all_legal,
            "boardsize": self.boardsize,
            "clear_board": self.clear_board,
            "cornerwise-advise": self.advise,
            "cornerwise-limit": self.set_limit,
            "cornerwise-position": self.show_position,
            "cornerwise-retire": self.retire,
            "cornerwise-roll": self.roll,
            "cornerwise-search_info": self.search_info,
            "cputime": self.cputime,
            "final_score": self.final_score,
            "g": self.genmove_next,
            "genmove": self.genmove,
            "get_place": self.get_place,
            "get_value": self.get_value,
            "known_command": self.known_command,
            "list_commands": self.list_commands,
            "loadsgf": self.loadsgf,
            "move_values": self.move_values,
            "name": self.name,
            "p": self.play_next,
            "param": self.param,
            "param_base": self.param_base,
            "play": self.play,
            "protocol_version": self.protocol_version,
            "quit": self.quit,
            "reg_genmove": self.reg_genmove,
            "savesgf": self.savesgf,
            "set_game": self.set_game,
            "set_random_seed": self.set_random_seed,
            "showboard": self.showboard,
            "undo": self.undo,
            "version": self.version,
        }

    def run(self, source: Iterable[str], sink: TextIO) -> None:
        """Answers every line until `quit` or the end of the input."""
        for line in source:
            answer = self.answer(line)
            if answer is not None:
                sink.write(answer)
                sink.flush()
            if self.is_over:
                break
        self.engine.close()

    def answer(self, line: str) -> str | None:
        """The whole answer to one line, ending in an empty line; None for comments and empty lines."""
        # Control characters are dropped and tabs read as spaces, as the protocol asks.
        text = "".join(" " if c == "\t" else c for c in line.partition("#")[0] if c == "\t" or c >= " ").strip()
        if not text:
            return None
        head, _, rest = text.partition(" ")
        number = head if head.isascii() and head.isdigit() and len(head) < 20 and rest.strip() else ""
        words = (rest if number else text).split()
        try:
            if len(text) > MAX_LINE:
                raise NotationError("The line is too long.")
            command = self.commands.get(words[0])
            if command is None:
                raise NotationError(f"unknown command ({words[0][:40]})")
            # An empty line would end the answer too early.
            text = EMPTY_LINES.sub("\n", command(words[1:]))
            return f"={number} {text}\n\n"
        except CornerwiseError as error:
            return f"?{number} {EMPTY_LINES.sub(' ', str(error))}\n\n"

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.game.position

    # ---- about the program ----

    def name(self, words: list[str]) -> str:
        """Says what program this is."""
        _none(words)
        return "Cornerwise"

    def version(self, words: list[str]) -> str:
        """Says which version it is."""
        _none(words)
        return cornerwise.__version__

    def protocol_version(self, words: list[str]) -> str:
        """Says which GTP it speaks."""
        _none(words)
        return "2"

    def list_commands(self, words: list[str]) -> str:
        """Lists all commands."""
        _none(words)
        return "\n".join(self.commands)

    def known_command(self, words: list[str]) -> str:
        """Says whether a command exists."""
        return "true" if _one(words, "the name of a command") in self.commands else "false"

    def cputime(self, words: list[str]) -> str:
        """Says how much processor time was used since the start."""
        _none(words)
        return f"{time.process_time():.6f}"

    def quit(self, words: list[str]) -> str:
        """Ends the session."""
        _none(words)
        self.is_over = True
        return ""

    # ---- the game ----

    def set_game(self, words: list[str]) -> str:
        """Starts a game of a ruleset."""
        rules = parse_game_name(" ".join(words))
        self.game, self.engine = Game(rules), self._make_engine(rules)
        return ""

    def boardsize(self, words: list[str]) -> str:
        """Accepts the size that the ruleset's board has."""
        board = self.position.ruleset.board
        if _one(words, "a size") not in (str(board.columns), f"{board.columns}x{board.rows}"):
            raise NotationError(
                f"The board of {self.game.ruleset.title} has {board.columns} columns; set_game changes it."
            )
        return ""

    def clear_board(self, words: list[str]) -> str:
        """Starts a new game of the same ruleset."""
        _none(words)
        self.game = Game(self.game.ruleset)
        self.engine.clear()
        return ""

    def play(self, words: list[str]) -> str:
        """Plays a move of a color."""
        if len(words) != 2:
            raise NotationError("The command needs a color and a move.")
        self._expect(parse_color(self.game.ruleset, words[0]))
        self.game.play(words[1].lower())
        return ""

    def play_next(self, words: list[str]) -> str:
        """Plays a move of the color to move."""
        self.game.play(_one(words, "a move").lower())
        return ""

    def roll(self, words: list[str]) -> str:
        """Says what the dice show."""
        self.game.roll(" ".join(words))
        return ""

    def retire(self, words: list[str]) -> str:
        """Retires a seat, whoever's turn it is."""
        self.game.retire(parse_whole(_one(words, "the number of a seat, from 1"), 1, self.game.ruleset.seats) - 1)
        return ""

    def undo(self, words: list[str]) -> str:
        """Takes the last move, roll or retirement back."""
        _none(words)
        self.game.undo()
        return ""

    def loadsgf(self, words: list[str]) -> str:
        """Goes on with the game of a file, from its end or before the move with a number."""
        if not words:
            raise NotationError("The command needs the name of a file, and may be given the number of a move.")
        number = words.pop() if len(words) > 1 and NUMBER.fullmatch(words[-1]) else ""
        name = " ".join(words)
        game = cornerwise.read_game(name)
        line = [node for node in game.main_line() if node.parent is None or isinstance(node.step, Move)]
        if number:
            game.goto(line[min(parse_whole(number, 1, 1_000_000), len(line)) - 1])
        if game.ruleset != self.game.ruleset:
            self.engine = self._make_engine(game.ruleset)
        self.game = game
        self.engine.clear()
        return ""

    def savesgf(self, words: list[str]) -> str:
        """Writes the moves that led to the board to a file that other programs read too."""
        if not words:
            raise NotationError("The command needs the name of a file.")
        line = Game(self.game.root.position)
        line.tags = self.game.tags
        for node in self.game.node.path():
            if isinstance(node.step, Move):
                line.play(node.step)
            elif isinstance(node.step, Retire):
                line.retire(node.step.seat)
            line.node.comment = node.comment
        write_text(" ".join(words), format_blksgf(line), "file", CornerwiseError)
        return ""

    def showboard(self, words: list[str]) -> str:
        """Draws the board."""
        _none(words)
        last = self.game.moves[-1] if self.game.moves else None
        return "\n" + terminal(self.position, last=last, dots=True, depth="plain")

    def show_position(self, words: list[str]) -> str:
        """Says the position as text."""
        _none(words)
        return self.position.text

    def all_legal(self, words: list[str]) -> str:
        """Lists the legal moves of a color, also when it is not its turn."""
        rules, color = self.game.ruleset, parse_color(self.game.ruleset, _one(words, "a color"))
        if color == self.position.turn.color:
            return "\n".join(map(str, self.position.legal_moves))
        if rules.rows:
            raise CornerwiseError(f"It is not the turn of {color}.")
        if self.position.is_over or color in self.position.out:
            return ""
        return "\n".join(str(rules.move(id)) for id in placements(self.position, color))

    def final_score(self, words: list[str]) -> str:
        """Says who leads and by how much, or the points of every color where there are more than two seats."""
        _none(words)
        position = self.position
        if self.game.ruleset.seats != 2:
            return " ".join(map(str, _points(position)))
        margin = abs(position.scores[0] - position.scores[1])
        leaders = [seat for seat, rank in enumerate(position.ranks) if rank == 1]
        return "0" if len(leaders) == 2 else f"{'BW'[leaders[0]]}+{margin}"

    def get_place(self, words: list[str]) -> str:
        """Says the rank of a color's seat."""
        rules, color = self.game.ruleset, parse_color(self.game.ruleset, _one(words, "a color"))
        owner = rules.owners[rules.colors.index(color)]
        if owner is None:
            raise CornerwiseError(f"The score of {color} counts for nobody.")
        rank = self.position.ranks[owner]
        return f"{rank} shared" if self.position.ranks.count(rank) > 1 else str(rank)

    # ---- thinking ----

    def genmove(self, words: list[str]) -> str:
        """Chooses a move for a color and plays it; `pass` where the color has none."""
        move = self._choose(parse_color(self.game.ruleset, _one(words, "a color")))
        if move is None:
            return "pass"
        self.game.play(move)
        return str(move)

    def genmove_next(self, words: list[str]) -> str:
        """Chooses and plays a move for the color to move."""
        _none(words)
        if self.position.is_over:
            return "pass"
        color = self.position.turn.color
        if color is None:
            raise CornerwiseError("The dice must be rolled first (cornerwise-roll).")
        return self.genmove([format_color(self.game.ruleset, color)])

    def reg_genmove(self, words: list[str]) -> str:
        """Chooses a move for a color and does not play it."""
        move = self._choose(parse_color(self.game.ruleset, _one(words, "a color")))
        return "pass" if move is None else str(move)

    def get_value(self, words: list[str]) -> str:
        """Says the win chance, in the last search, of the seat it was made for."""
        _none(words)
        return f"{self._last.value_win[self._searched_by]:.3f}"

    def move_values(self, words: list[str]) -> str:
        """Lists the moves of the last search: visits (twice), win chance, piece and move."""
        _none(words)
        result, rules = self._last, self.game.ruleset
        moves = [rules.move(id) for id in result.moves]
        return "\n".join(
            f"{visits} {visits:.1f} {win[self._searched_by]:.3f} [{move.shape}]{move}"
            for move, visits, win in zip(moves, result.visits, result.win, strict=True)
        )

    def search_info(self, words: list[str]) -> str:
        """Says how much was searched in the last search, and the value per seat."""
        _none(words)
        result = self._last
        return "\n".join(
            [
                f"simulations {result.simulations}",
                f"cpu_seconds {result.cpu_seconds:.6f}",
                f"seconds {result.seconds:.6f}",
                f"nodes {result.nodes}",
                f"depth {result.depth}",
                "win " + " ".join(f"{win:.4f}" for win in result.value_win),
                "score " + " ".join(f"{score:.2f}" for score in result.value_score),
            ]
        )

    def advise(self, words: list[str]) -> str:
        """Ranks the best moves with reasons, within the present limit."""
        _none(words)
        advice = self.engine.advise(self.position, self.engine.limit)
        self._searched_by = self.position.turn.actor
        return "\n" + str(advice)

    # ---- settings ----

    def set_limit(self, words: list[str]) -> str:
        """Sets the strength from now on."""
        if len(words) != 2:
            raise NotationError("The command needs level L, time SECONDS or simulations N.")
        level, limit = parse_strength(*words)
        self.engine.set_strength(level, limit)
        self.level, self.limit = level, limit
        return ""

    def set_random_seed(self, words: list[str]) -> str:
        """Reseeds the engine."""
        self._remake(seed=parse_whole(_one(words, "a seed"), 0, MAX_SEED))
        return ""

    def param(self, words: list[str]) -> str:
        """Lists or sets a parameter of the engine."""
        if not words:
            engine = self.engine
            return (
                f"level {engine.level.number if engine.level else 'none'}\nsimulations {engine.limit.simulations}\n"
                f"time {engine.limit.cpu_seconds:g}\n"
                f"seed {self.seed}\nthreads {self.threads}\nmemory {self.memory_mb}"
            )
        if len(words) != 2:
            raise NotationError("The command needs a name and a value.")
        match words:
            case [("level" | "time" | "simulations"), _]:
                return self.set_limit(words)
            case ["seed", value]:
                return self.set_random_seed([value])
            case ["threads", value]:
                self._remake(threads=parse_whole(value, 1, 256))
            case ["memory", value]:
                self._remake(memory_mb=parse_whole(value, 1, MAX_MEMORY))
            case _:
                raise NotationError(f"unknown parameter {words[0][:40]!r}")
        return ""

    def param_base(self, words: list[str]) -> str:
        """Lists what is fixed about this program: it plays only legal moves and never resigns."""
        if not words:
            return "\n".join(f"{key} {value}" for key, value in FACTS.items())
        if len(words) != 2 or words[0] not in FACTS:
            raise NotationError(f"unknown parameter {words[0][:40]!r}")
        if words[1] != FACTS[words[0]]:
            raise CornerwiseError(f"The parameter {words[0]} is always {FACTS[words[0]]}.")
        return ""

    # ---- inside ----

    def _make_engine(self, rules: Ruleset) -> Engine:
        return Engine(rules, self.level, self.limit, self.seed, self.threads, self.memory_mb)

    def _remake(self, **settings: int) -> None:
        old = {key: getattr(self, key) for key in settings}
        try:
            self.__dict__.update(settings)
            self.engine = self._make_engine(self.game.ruleset)
        except CornerwiseError:
            self.__dict__.update(old)
            raise

    @property
    def _last(self) -> SearchResult:
        if self.engine.last is None:
            raise CornerwiseError("Nothing was searched yet; genmove and reg_genmove search.")
        return self.engine.last

    def _expect(self, color: str) -> None:
        turn = self.position.turn
        if turn.color is None:
            over = self.position.is_over
            raise CornerwiseError("The game is over." if over else "The dice must be rolled first (cornerwise-roll).")
        if turn.color != color:
            raise CornerwiseError(f"It is the turn of {turn.color}, not of {color}.")

    def _choose(self, color: str) -> Move | None:
        """The engine's move for a color, or None where the color has none."""
        position = self.position
        is_idle = position.turn.color != color and not self.game.ruleset.rows
        can_place = color not in position.out and any(position.places_left(color).values())
        if position.is_over or (is_idle and not can_place):
            return None
        self._expect(color)
        move = self.engine.choose(position, last=self.game.node.last_move)
        self._searched_by = position.turn.actor
        return move


def _points(position: Position) -> list[int]:
    """The colors' points as other programs count them: squares placed, not squares left over; else the seats'."""
    rules = position.ruleset
    if rules.spec["scoring"]["kind"] != "leftover":
        return list(position.scores)
    squares = sum(shape.size for shape in rules.shapes)
    return [squares + position.color_scores[color] for color in rules.colors]


def _none(words: list[str]) -> None:
    if words:
        raise NotationError("The command takes no arguments.")


def _one(words: list[str], what: str) -> str:
    if len(words) != 1:
        raise NotationError(f"The command needs one argument: {what}.")
    return words[0]
