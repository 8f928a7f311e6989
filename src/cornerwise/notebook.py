"""A table in a notebook: the page's own board, with a game of this Python behind it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from itertools import pairwise
from random import SystemRandom
from typing import Any

import cornerwise as cw
from cornerwise._core import Move, Position, Roll, Ruleset
from cornerwise.arena.side import parse_side
from cornerwise.engine import Engine
from cornerwise.engine.level import Limit
from cornerwise.errors import CornerwiseError, FileError, WrongType
from cornerwise.game import Game, Node
from cornerwise.player import Player
from cornerwise.retire import Retire

try:
    import anywidget
    import pydantic  # noqa: F401  (the views below are made of it)
    import traitlets
except ImportError:
    raise CornerwiseError(
        "A table in a notebook needs anywidget and pydantic: pip install 'cornerwise[notebook]'."
    ) from None

from cornerwise.server.views.advice import advice_view
from cornerwise.server.views.position import Json, standing
from cornerwise.server.views.rulesets import atlas_bytes, describe

PERSON = "person"
NAME = "notebook"  # of the game, where the page's messages ask for one
PAGE = files("cornerwise.server") / "static" / "notebook.js"


class Table(anywidget.AnyWidget):
    """A board in a notebook to play on, to go through a game and to ask for advice.

    `players` says who sits where: "person" or a side such as "level:4"; without it people play every seat. What is
    played is in `game`, and what Python plays on that game is shown after `show()`, or after `go_on()`, with which
    the computer answers too.

    >>> table = Table("duo", players=["person", "level:2"])                  # doctest: +SKIP
    >>> table.game.position.scores                                           # doctest: +SKIP
    (-89, -89)
    """

    _esm = traitlets.Unicode().tag(sync=True)
    rules = traitlets.Dict().tag(sync=True)
    atlas = traitlets.Bytes().tag(sync=True)
    snapshot = traitlets.Dict().tag(sync=True)
    tree = traitlets.Dict().tag(sync=True)
    advice = traitlets.Dict().tag(sync=True)
    busy = traitlets.Unicode("").tag(sync=True)

    _engine: Engine | None = None
    players: Sequence[Player | None] = ()

    def __init__(
        self,
        game: Game | Position | Ruleset | str = "classic-4",
        *,
        players: Sequence[str | Player] | None = None,
        limit: Limit | None = None,
        seed: int | None = None,
    ) -> None:
        self.game = game if isinstance(game, Game) else Game(game)
        rules = self.game.ruleset
        if self.game.seed is None or seed is not None:
            self.game.seed = SystemRandom().getrandbits(32) if seed is None else seed
        self.players = _seated(rules, players, self.game.seed)
        self.limit = Limit(seconds=1.0) if limit is None else limit
        if not isinstance(self.limit, Limit):
            raise WrongType(f"A limit is a Limit, not {type(limit).__name__}.")
        self._numbers: dict[Node, int] = {}
        self._nodes: list[Node] = []
        super().__init__(_esm=_script(), rules=_detail(rules), atlas=atlas_bytes(rules))
        self.on_msg(self._hear)
        self.go_on()

    def show(self) -> None:
        """Shows where the game is now, after Python has played on it."""
        for node in self.game.root.walk():
            if node not in self._numbers:
                self._numbers[node] = len(self._nodes)
                self._nodes.append(node)
        with self.hold_sync():
            self.tree = self._told_tree()
            self.snapshot = self._snapshot()
            if self.advice.get("ply") != self._numbers[self.game.node]:
                self.advice = {}

    def go_on(self) -> None:
        """Lets dice fall and computers play until a person is to move, showing every step."""
        self.show()
        while not self.game.is_over:
            turn = self.game.turn
            if self.game.position.rolls:
                self.game.play_on(lambda _: None, until=lambda position: not position.rolls)
            elif (player := self.players[turn.actor]) is not None:
                self.busy = f"{turn.color} is thinking …".capitalize()
                try:
                    self.game.play(player.choose(self.game.position, last=self.game.node.last_move))
                finally:
                    self.busy = ""
            else:
                break
            self.show()

    def advise(self, limit: Limit | None = None) -> cw.Advice:
        """The best moves where the game is now, which the board shows too."""
        if self._engine is None:
            self._engine = Engine(self.game.ruleset, seed=self.game.seed or 0)
        position = self.game.position
        found = self._engine.advise(position, limit or self.limit)
        ply = self._numbers[self.game.node]
        self.advice = advice_view(NAME, ply, found).model_dump(mode="json") | {"headline": found.headline}
        return found

    def close(self) -> None:
        """Takes the table away and ends the computer players."""
        for each in (self._engine, *self.players):
            getattr(each, "close", lambda: None)()
        super().close()

    def _hear(self, _widget: object, message: Any, _buffers: object) -> None:
        """Does what somebody did on the board; what cannot be done is told there in a sentence."""
        try:
            self._do(message)
        except CornerwiseError as error:
            self.send({"kind": "notice", "sentence": str(error)})
            self.show()
        finally:
            self.busy = ""

    def _do(self, message: Any) -> None:
        kind = message.get("kind") if isinstance(message, dict) else None
        if kind == "play" and message.get("ply") == self._numbers[self.game.node]:
            self._check_turn()
            self.game.play(self.game.ruleset.move(message.get("move")))
            self.go_on()
        elif kind == "goto" and message.get("node") in range(len(self._nodes)):
            self.game.goto(self._nodes[message["node"]])
            self.show()
        elif kind == "on":
            self.go_on()
        elif kind == "advise":
            self.busy = "Looking for the best moves …"
            self.advise()
        elif kind == "explain":
            self._explain(message)
        else:
            self.show()  # from a board that was behind

    def _check_turn(self) -> None:
        actor = self.game.turn.actor
        if actor >= 0 and self.players[actor] is not None:
            raise CornerwiseError("It is the computer's turn.")

    def _explain(self, message: Any) -> None:
        cells = message.get("cells")
        board = self.game.ruleset.board
        if not isinstance(cells, list) or not all(
            isinstance(cell, int) and 0 <= cell < board.cell_count for cell in cells
        ):
            raise WrongType("Cells are a list of their numbers.")
        dice = f"{message['die']}:" if isinstance(message.get("die"), int) else ""
        reason = self.game.position.explain(dice + ",".join(map(board.cell_name, cells)))
        if reason is not None:
            self.send(
                {
                    "kind": "why",
                    "cells": cells,
                    "why": reason.kind,
                    "sentence": str(reason),
                    "in_the_way": list(reason.cells),
                }
            )

    def _is_person(self, actor: int) -> bool:
        return actor >= 0 and self.players[actor] is None

    def _snapshot(self) -> Json:
        """Where the game is, as the page hears it (wire/snapshot.py)."""
        game, rules = self.game, self.game.ruleset
        position, turn = game.position, game.turn
        path = game.node.path()
        line = path + _onward(game.node)
        steps = [
            self._step(before, after, number)
            for (before, after), number in zip(pairwise(line), _move_numbers(line), strict=True)
            if after.step is not None
        ]
        return standing(position, position.is_over) | {
            "type": "snapshot",
            "game": NAME,
            "ruleset": rules.name,
            "options": {key: str(value) for key, value in rules.options.items()},
            "title": rules.title,
            "seq": 0,
            "ply": self._numbers[game.node],
            "sheets": self._sheets(path),
            "legal": position.legal_ids.tolist() if self._is_person(turn.actor) else [],
            "may_roll": False,
            "ranks": position.ranks,
            "winners": position.winners,
            "seats": [self._seat(seat) for seat in range(rules.seats)],
            "is_host": True,
            "may_change": True,
            "may_undo": len(path) > 1,
            "steps": steps,
            "at": sum(node.step is not None for node in path[1:]),
            "variations": [],
            "forecast": None,
            "is_paused": False,
            "waits_for": [],
            "may_stand_in": [],
            "table": None,
            "fairness": None,
        }

    def _sheets(self, path: list[Node]) -> list[Json]:
        position, rules = self.game.position, self.game.ruleset
        numbers = {
            (before.position.turn.sheet, after.step.placement): number
            for (before, after), number in zip(pairwise(path), _move_numbers(path), strict=True)
            if isinstance(after.step, Move)
        }
        return [
            {
                "cells": position.cell_colors(sheet).tolist(),
                "placed": [
                    {
                        "color": rules.colors.index(piece.color),
                        "shape": piece.shape,
                        "placement": piece.placement,
                        "cells": piece.cells,
                        "number": numbers.get((sheet, piece.placement), 0),
                    }
                    for piece in position.placed
                    if piece.sheet == sheet
                ],
            }
            for sheet in range(rules.sheets)
        ]

    def _step(self, before: Node, after: Node, number: int) -> Json:
        turn, step = before.position.turn, after.step
        move = step if isinstance(step, Move) else None
        return {
            "ply": self._numbers[after],
            "kind": "move" if move else "roll" if isinstance(step, Roll) else "retire",
            "number": number,
            "seat": step.seat if isinstance(step, Retire) else turn.actor,
            "color": None if isinstance(step, Retire) else turn.color,
            "sheet": turn.sheet,
            "text": str(step),
            "move": move.id if move else None,
            "shape": move.shape if move else None,
            "cells": move.cells if move else (),
            "scores": after.position.scores,
            "forecast": None,
        }

    def _seat(self, seat: int) -> Json:
        rules, is_person = self.game.ruleset, self._is_person(seat)
        owned = [color for color, owner in zip(rules.colors, rules.owners, strict=True) if owner == seat]
        return {
            "seat": seat,
            "kind": "here" if is_person else "computer",
            "name": self.game.tags.get(f"seat {seat + 1}", ""),
            "level": 1,
            "stand_in": None,
            "is_connected": True,
            "is_yours": is_person,
            "is_reclaimable": False,
            "has_resigned": seat in self.game.position.retired,
            "person": None,
            "colors": [self.game.position.markers[seat]] if rules.rows else owned,
            "token": None,
        }

    def _told_tree(self) -> Json:
        """The game's tree as lines of steps: the main line, and after it what branches off, each with its depth."""
        lines: list[Json] = []
        open_lines = [(self.game.root, 0)]
        while open_lines:
            first, depth = open_lines.pop()
            line = [first, *_onward(first)]
            lines.append({"depth": depth, "nodes": [self._told(node) for node in line if node.parent is not None]})
            branches = [(child, depth + 1) for node in line for child in node.children[1:]]
            open_lines.extend(reversed(branches))
        path = self.game.node.path()
        whole = path + _onward(self.game.node)
        return {"lines": lines, "path": [self._numbers[node] for node in whole], "at": len(path) - 1}

    def _told(self, node: Node) -> Json:
        assert node.parent is not None
        step = node.step
        words = step.label if isinstance(step, Move) else "set up" if step is None else str(step)
        words = "remark" if node.is_remark else words
        number = sum(isinstance(each.step, Move) for each in node.path())
        return {
            "node": self._numbers[node],
            "text": f"{number}. {words}{node.glyph}" if isinstance(step, Move) else words,
            "color": node.parent.position.turn.color if isinstance(step, Move) else None,
            "comment": node.comment,
        }


def _seated(rules: Ruleset, players: object, seed: int) -> list[Player | None]:
    """Who sits where; None is a person."""
    if players is None:
        return [None] * rules.seats
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise WrongType(f"The players are a list with one for every seat, not {type(players).__name__}.")
    if len(players) != rules.seats:
        raise CornerwiseError(f"This game has {rules.seats} seats, but {len(players)} players were given.")
    sides = [None if each == PERSON else parse_side(each) for each in players]
    return [side.make(rules, seed + number) if side else None for number, side in enumerate(sides)]


def _onward(node: Node) -> list[Node]:
    """What follows a node along its main line."""
    found: list[Node] = []
    while node.children:
        node = node.children[0]
        found.append(node)
    return found


def _move_numbers(line: list[Node]) -> list[int]:
    """The number of every step of a line after its start; what is no move has the number of the move before it."""
    found, number = [], 0
    for node in line[1:]:
        number += isinstance(node.step, Move)
        found.append(number)
    return found


def _detail(rules: Ruleset) -> Json:
    """What the board needs to know of a ruleset, as the page hears it."""
    return describe(rules).model_dump(mode="json")


def _script() -> str:
    try:
        return PAGE.read_text("utf-8")
    except OSError:
        raise FileError(
            "This installation has no page, so there is no board for notebooks; install a wheel of it."
        ) from None
