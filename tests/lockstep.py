"""A native position and a reference game played side by side and compared at every step."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import cornerwise as cw
import reference
from data_files import join_name
from reference_games import Rules

#: How a random player weighs a piece of some size: evenly, large ones first, small ones first.
POLICIES: dict[str, Callable[[int], float]] = {
    "even": lambda size: 1.0,
    "large": lambda size: 8.0**size,
    "small": lambda size: 8.0**-size,
}


@cache
def move_texts(ruleset: cw.Ruleset) -> dict[int, str]:
    """Texts of moves already met, by id: writing them anew for every position would take most of the time."""
    return {}


class Mismatch(AssertionError):
    """The kernel and the reference disagree; the message says where and how."""


class Lockstep:
    """One game on both sides."""

    def __init__(self, name: str, **options: str) -> None:
        """Sets both tables up for a game of the catalogue."""
        self.set_up(join_name(name, options), reference.Game(name, **options), cw.start(name, **options))

    @classmethod
    def of_own(cls, ruleset: cw.Ruleset, rules: Rules) -> Lockstep:
        """Sets both tables up for a ruleset of one's own and what it should mean."""
        both = cls.__new__(cls)
        both.set_up(ruleset.name, reference.Game(rules), cw.start(ruleset))
        return both

    def set_up(self, title: str, game: reference.Game, position: cw.Position) -> None:
        """Puts the two sides at the beginning."""
        self.title = title
        self.game = game
        self.position = position
        self.steps: list[str] = []

    def check(self, what: str, native: Any, by_the_rules: Any) -> None:
        """Both sides must say the same."""
        if native == by_the_rules:
            return
        lines = [f"{self.title}: {what} after {len(self.steps)} steps of", "  " + " ".join(self.steps)]
        if isinstance(native, set) and isinstance(by_the_rules, set):
            lines.append(f"  only the kernel has {sorted(native - by_the_rules)[:8]}")
            lines.append(f"  only the reference has {sorted(by_the_rules - native)[:8]}")
        lines += [
            f"  kernel    {str(native)[:300]}",
            f"  reference {str(by_the_rules)[:300]}",
            f"  {self.position.text}",
        ]
        raise Mismatch("\n".join(lines))

    def native_texts(self) -> set[str]:
        """The kernel's legal moves as texts."""
        known = move_texts(self.position.ruleset)
        texts = set()
        for id in self.position.legal_ids.tolist():
            if id not in known:
                known[id] = str(self.position.ruleset.move(id))
            texts.add(known[id])
        return texts

    def compare(self) -> None:
        """Legal set, turn, out marks, scores, ranks."""
        game, position, turn = self.game, self.position, self.position.turn
        self.check("turn", (turn.actor, turn.color), (game.turn.actor, game.turn.color))
        if turn.actor >= 0:
            self.check("sheet", turn.sheet, game.turn.sheet)
        self.check("legal moves", self.native_texts(), set(game.legal))
        self.check("number of legal moves", len(position.legal_moves), len(game.legal))
        self.check("out", set(position.out), game.out)
        self.check("retired", list(position.retired), game.retired)
        self.check("over", position.is_over, game.is_over)
        self.check("color scores", dict(position.color_scores), reference.color_scores(game))
        self.check("scores", tuple(position.scores), reference.scores(game))
        ranks = reference.ranks(game)
        self.check("ranks", tuple(position.ranks), ranks)
        winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1) if game.is_over else ()
        self.check("winners", tuple(position.winners), winners)

    def compare_everything(self) -> None:
        """What lies where, what is left, dice and markers, and all forms of the legal set."""
        self.compare()
        game, position = self.game, self.position
        board = position.ruleset.board
        for sheet, cells in enumerate(game.sheets):
            colors = position.cell_colors(sheet).tolist()
            native = {
                tuple(point): position.ruleset.colors[color]
                for point, color in zip(board.coordinates.tolist(), colors, strict=True)
                if color >= 0
            }
            self.check("cells", native, cells)
        for owner, shapes in game.supply.items():
            self.check(f"supply of {owner}", set(position.supply(owner)), set(shapes))
        pieces = sum(len(game.rules.shapes) - len(shapes) for shapes in game.supply.values())
        self.check("ply", position.ply, pieces)
        self.check("pieces", len(position.placed), pieces)
        if game.rules.is_dice:
            self.check("dice", sorted(position.dice), sorted(game.dice or ()) if not game.is_over else [])
            self.check("strikes", list(position.strikes), game.strikes_used)
            self.check("round", position.round, game.round)
            self.check("starter", position.starter, game.starter)
            markers = [reference.marker(game, seat) for seat in range(game.rules.seats)]
            self.check("markers", list(position.markers), markers)
        rolls = {tuple(roll.dice): roll.probability for roll in position.rolls}
        self.check("rolls", set(rolls), set(reference.rolls(game)))
        for dice, chance in reference.rolls(game).items():
            self.check("probability", round(rolls[dice], 12), round(float(chance), 12))
        ids = position.legal_ids.tolist()
        self.check("order of ids", ids, sorted(set(ids)))
        self.check("mask", position.legal_mask.nonzero()[0].tolist(), ids)
        self.check("moves", [move.id for move in position.legal_moves], ids)
        self.check("text", type(position).parse(position.text, position.ruleset), position)

    def step(self, rng: random.Random, policy: str = "even") -> None:
        """Rolls fair dice, or plays a random legal move, on both sides."""
        if self.game.turn.actor == reference.CHANCE:
            dice = [rng.randint(1, 6) for _ in reference.active_seats(self.game)]
            self.steps.append("[" + " ".join(map(str, dice)) + "]")
            self.game.roll(dice)
            self.position = self.position.roll(" ".join(map(str, dice)))
            return
        moves = sorted(self.game.legal)
        weigh = POLICIES[policy]
        weights = [weigh(move.count(",") + 1) for move in moves]
        (move,) = rng.choices(moves, weights)
        self.steps.append(move)
        self.game.play(move)
        self.position = self.position.play(move)

    def retire(self, seat: int) -> None:
        """Retires a seat on both sides."""
        self.steps.append(f"retire({seat})")
        self.game.retire(seat)
        self.position = self.position.retire(seat)
