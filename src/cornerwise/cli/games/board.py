"""The table on the whole screen: a piece is carried over the board by keys and seen before it is placed."""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Sequence

import cornerwise as cw
from cornerwise.cli.games.hand import Hand
from cornerwise.cli.games.screen import Screen
from cornerwise.engine import Engine
from cornerwise.engine.level import Limit
from cornerwise.player import Player
from cornerwise.render.palette import paints
from cornerwise.render.text.board import height_lines, sheet_lines
from cornerwise.render.text.brush import Brush
from cornerwise.render.text.terminal import dice_text

HINT_LIMIT = Limit(seconds=1.0)
PANEL = 15  # columns that scores and pieces need at least
BELOW = 3  # lines under the board
CODE = re.compile(r"\x1b\[[\d;]*m")
HELP = [
    "Arrows         move the piece",
    "Tab            the next piece (Shift-Tab: the one before)",
    "Space or r     turn it (R: the other way)",
    "f              flip it; in 3D tip it over",
    "g              its next legal place (G: the one before)",
    "Enter          place it",
    "h              a hint: what the engine would play, and why",
    "u and y        take back your last move, and bring it back",
    "s              save the game",
    "q or Ctrl-C    leave",
    "",
    "Press any key to go on.",
]


class BoardTable:
    """Runs a game on the screen until somebody leaves."""

    def __init__(self, game: cw.Game, players: Sequence[Player | None], depth: str, save: str | None = None) -> None:
        self.game = game
        self.players = players  # per seat; None is a person
        self.brush = Brush(depth, paints(game.ruleset.colors))
        self.save = save
        self.hand: Hand | None = None
        self.message = ""
        self.is_open = True
        self._screen: Screen
        self._is_strike_told = False  # whether the next Enter spends it

    def run(self) -> None:
        """Plays until somebody leaves; the last position stays to be looked at."""
        with Screen() as self._screen:
            while self.is_open:
                self._go_on()
                self._draw()
                self._press(self._screen.key())

    def _go_on(self) -> None:
        """Lets dice fall and computers play until a person is to move."""
        game = self.game
        while not game.is_over and not self._is_asked():
            self.hand = None
            if game.position.rolls:
                game.play_on(lambda _: None, until=lambda position: not position.rolls)
                continue
            player = self.players[game.turn.actor]
            assert player is not None
            color = game.turn.color
            before = self.message
            self.message = _sentence(f"{color} is thinking …")
            self._draw()
            move = player.choose(game.position, last=game.node.last_move)
            self.message = " ".join(filter(None, [before, _sentence(f"{color} plays {move.label}.")]))[-110:]
            self._play(move)
        if not game.is_over and (self.hand is None or self.hand.position != game.position):
            shapes = self._shapes()
            at = self.hand.at if self.hand else None
            shape = self.hand.shape if self.hand and self.hand.shape in shapes else shapes[0]
            self.hand = Hand(game.position, shape)
            if at:
                self.hand.go_to(at)
            else:
                self.hand.next_place(1)

    def _play(self, move: cw.Move) -> None:
        before = self.game.position.out
        after = self.game.play(move)
        gone = [owner if isinstance(owner, str) else f"seat {owner + 1}" for owner in after.out if owner not in before]
        if gone:
            self.message += " " + _sentence(f"{' and '.join(gone)} cannot place any more.")

    def _is_asked(self) -> bool:
        actor = self.game.turn.actor
        return actor >= 0 and self.players[actor] is None

    def _shapes(self) -> list[str]:
        """The shapes of the turn, large ones first; those that fit nowhere last."""
        position = self.game.position
        fits = {move.shape for move in position.legal_moves}
        shapes = [each for each in reversed(position.ruleset.shapes) if each.name in position.turn.shapes]
        return [each.name for each in sorted(shapes, key=lambda each: each.name not in fits)]

    def _press(self, key: str) -> None:
        """Does what a key says; what cannot be done is told."""
        try:
            if key == "resize":
                return
            self.message = ""
            if key != "enter":
                self._is_strike_told = False
            if key in ("q", "Q"):
                self.is_open = False
            elif key == "?":
                self._screen.draw(HELP)
                self._screen.key()
            elif key in ("u", "backspace"):
                self._undo()
            elif key == "y":
                self._redo()
            elif key == "s":
                self._save()
            elif self.hand is not None and not self.game.is_over:
                self._handle(key, self.hand)
        except cw.CornerwiseError as error:
            self.message = str(error)

    def _handle(self, key: str, hand: Hand) -> None:
        steps = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
        twists = {" ": "turn", "space": "turn", "r": "turn", "R": "turn back", "f": "flip"}
        if key in steps:
            hand.step(*steps[key])
        elif key in twists:
            hand.twist("tip" if key == "f" and self.game.ruleset.board.levels > 1 else twists[key])
        elif key in ("tab", "back tab"):
            shapes = self._shapes()
            hand.take(shapes[(shapes.index(hand.shape) + (1 if key == "tab" else -1)) % len(shapes)])
        elif key in ("g", "G"):
            if not hand.next_place(1 if key == "g" else -1):
                self.message = f"{hand.shape} fits nowhere."
        elif key == "h":
            self._hint(hand)
        elif key == "enter":
            self._place(hand)
        else:
            self.message = "That key does nothing; ? lists those that do."

    def _place(self, hand: Hand) -> None:
        move = hand.move
        if move is None:
            self.message = hand.why
            return
        if move.strike and not self._is_strike_told:
            self._is_strike_told = True
            self.message = "That takes a strike; press Enter again to spend it."
            return
        self._is_strike_told = False
        self.hand = None
        self._play(move)

    def _hint(self, hand: Hand) -> None:
        self.message = "Looking for the best move …"
        self._draw()
        with Engine(self.game.ruleset, seed=self.game.seed or 0) as engine:
            advice = engine.advise(self.game.position, HINT_LIMIT)
        best = advice.best
        hand.lay(best.move)
        why = next((str(each) for each in best.findings if each.is_good), advice.headline)
        self.message = f"{best.move.label}. {why}"

    def _undo(self) -> None:
        here = self.game.node
        while self.game.node.parent is not None:
            self.game.undo()
            if self._is_asked():
                self.hand = None
                return
        self.game.goto(here)
        raise cw.CornerwiseError("There is nothing to take back.")

    def _redo(self) -> None:
        self.game.redo()
        while not self.game.is_over and not self._is_asked() and self.game.variations:
            self.game.redo()
        self.hand = None

    def _save(self) -> None:
        if self.save is None:
            raise cw.CornerwiseError("Start with --save FILE to say where games are saved.")
        self.game.promote(self.game.node)
        cw.write_game(self.game, self.save)
        self.message = f"Saved to {self.save}."

    def _draw(self) -> None:
        width, height = self._screen.size
        self._screen.draw(self.lines(width, height))

    def lines(self, width: int, height: int) -> list[str]:
        """The whole picture for a screen of this size."""
        board, wide = self._board()
        below = self._below(width)
        panel = self._panel(max(PANEL, min(30, width - wide - 2)))
        if width >= wide + 2 + PANEL:
            rows = max(len(board), len(panel))
            left = [*board, *[" " * wide] * (rows - len(board))]
            body = [
                f"{line}  {beside}" for line, beside in zip(left, [*panel, *[""] * (rows - len(panel))], strict=True)
            ]
        else:
            body = board
        if width < wide or height < len(board) + BELOW:
            return [f"Make the window larger: {wide} by {len(board) + BELOW}", "characters are needed."]
        return [*body[: max(len(board), height - len(below))], *below]

    def _board(self) -> tuple[list[str], int]:
        """The board with the piece in hand over it, and how wide it is."""
        game, rules = self.game, self.game.ruleset
        ghost = self.hand.columns if self.hand else {}
        fits = self.hand is not None and self.hand.move is not None
        if rules.board.levels > 1:
            lines = height_lines(game.position, self.brush, game.node.last_placed, True, ghost, fits)
            return _padded(lines, 3 + 4 * rules.board.columns)
        sheet = game.turn.sheet if game.turn.actor >= 0 else 0
        lines = sheet_lines(game.position, sheet, self.brush, game.node.last_placed, True, ghost, fits)
        return _padded(lines, 3 + 2 * rules.board.columns)

    def _panel(self, width: int) -> list[str]:
        """Who plays, how they stand, and the pieces of the color to move."""
        game, position = self.game, self.game.position
        scores = position.color_scores or {f"seat {seat + 1}": score for seat, score in enumerate(position.scores)}
        lines = []
        for seat, (name, score) in enumerate(scores.items()):
            is_turn = game.turn.color == name or (not position.color_scores and game.turn.actor == seat)
            color = name if name in self.brush.paints else position.markers[seat]
            chip = f"[{self.brush.paints[color].letter}]" if self.brush.is_plain else self.brush.on(color, "   ")
            words = f"{'>' if is_turn else ' '}{name} {score}"
            lines.append(f"{chip}{self.brush.bold(words) if is_turn else words}")
        if position.dice:
            lines.append(f"Dice {dice_text(position.dice)}")
        if self.hand is not None:
            places = Counter(move.shape for move in position.legal_moves)
            lines += ["", self.brush.bold(f"{self.hand.shape}: {places[self.hand.shape]} places")]
            line, length = "", 0
            for shape in self._shapes():
                word = f"[{shape}]" if shape == self.hand.shape else f" {shape} "
                if length + len(word) > width:
                    lines.append(line)
                    line, length = "", 0
                line += word if places[shape] else self.brush.faint(word)
                length += len(word)
            lines.append(line)
        return lines

    def _below(self, width: int) -> list[str]:
        """What is to be said, and the keys."""
        words = self.message or self._situation()
        told = textwrap.wrap(words, width - 1)[:2]
        keys = "arrows Tab Space f g Enter  h hint  u undo  ? help  q quit"
        return [*told, *[""] * (2 - len(told)), self.brush.faint(keys[: width - 1])]

    def _situation(self) -> str:
        position = self.game.position
        if position.is_over:
            winners = " and ".join(f"seat {seat + 1}" for seat in position.winners)
            return f"The game is over. First: {winners}. Press u to take back, q to leave."
        if self.hand is None:
            return ""
        move = self.hand.move
        if move is None:
            return self.hand.why
        strike = " This takes a strike." if move.strike else ""
        return _sentence(f"{position.turn.color} to play. Enter places {move.label}.{strike}")


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _padded(lines: list[str], width: int) -> tuple[list[str], int]:
    """Lines of a board, all equally wide; notes that are longer stand for themselves."""
    return [line + " " * max(0, width - _length(line)) for line in lines], width


def _length(line: str) -> int:
    """How many columns a line takes, colors aside."""
    return len(CODE.sub("", line))
