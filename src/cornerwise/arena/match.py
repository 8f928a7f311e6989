"""Matches: many fair games between sides, kept in a file as they end, and what they say about strength."""

from __future__ import annotations

import contextlib
import itertools
import math
import random
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from cornerwise._core import Move, Position, Ruleset
from cornerwise.arena.elo import Estimate, elo, mean, share
from cornerwise.arena.gtp_player import GtpPlayer
from cornerwise.arena.log import Log
from cornerwise.arena.opening import make_opening
from cornerwise.arena.roster import Roster
from cornerwise.arena.side import LEAST_CPU, Side, parse_side, side_name
from cornerwise.engine import Engine
from cornerwise.engine.level import Limit
from cornerwise.errors import CornerwiseError, PlayerError
from cornerwise.game import Game
from cornerwise.ground.pool import run_units
from cornerwise.player import Player, ask, checked
from cornerwise.ruleset import ruleset_of_key

MAX_FAULTS = 3
"""So many games a side may spoil by hanging, lying or dying before the match stops."""


@dataclass(frozen=True)
class Match:
    """What is played: every two sides meet, and every opening is played in all seatings."""

    ruleset: str
    sides: tuple[Any, ...]
    """Texts such as "level:5", or objects with a method `choose(position)`; with several workers they are pickled."""
    games: int
    """Games for every two sides; rounded up to whole openings."""
    seed: int = 1
    threads: int = 1
    timeout: float = 600.0
    """Seconds after which a foreign program counts as hanging."""

    def __post_init__(self) -> None:
        rules = ruleset_of_key(self.ruleset)
        if len(self.sides) < 2:
            raise CornerwiseError("A match needs two sides or more.")
        if self.games < 1:
            raise CornerwiseError("A match has one game or more.")
        if not 0 < self.timeout < math.inf:
            raise CornerwiseError(f"A time-out is a positive number of seconds, not {self.timeout}.")
        for side in self.sides:
            parse_side(side).check(rules)

    @property
    def names(self) -> tuple[str, ...]:
        """What the sides are called."""
        return tuple(side_name(side) for side in self.sides)

    def units(self) -> Iterator[Unit]:
        """All games to play, the openings in order."""
        seats = seatings(ruleset_of_key(self.ruleset))
        for opening in range(math.ceil(self.games / len(seats))):
            for first, second in itertools.combinations(range(len(self.sides)), 2):
                for seating in range(len(seats)):
                    yield Unit(first, second, opening, seating)


@dataclass(frozen=True, order=True)
class Unit:
    """One game of a match: which sides, which opening, who sits where."""

    first: int
    second: int
    opening: int
    seating: int


def seatings(rules: Ruleset) -> tuple[tuple[int, ...], ...]:
    """Per game, which of two sides holds each seat: all ways to share the teams as evenly as can be."""
    teams = rules.teams
    ways = []
    for chosen in itertools.product((0, 1), repeat=len(teams)):
        if abs(len(chosen) - 2 * sum(chosen)) <= len(teams) % 2:
            side = {seat: holder for team, holder in zip(teams, chosen, strict=True) for seat in team}
            ways.append(tuple(side[seat] for seat in range(rules.seats)))
    return tuple(ways)


# ---- one game ----


class Worker:
    """Plays games of a match in one process; foreign programs are kept from game to game."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.rules = ruleset_of_key(match.ruleset)
        self.roster = Roster(self.rules, match.sides, match.timeout, match.threads)
        self._opening = lru_cache(maxsize=8)(partial(make_opening, self.rules, match.seed))

    def __call__(self, unit: Unit) -> dict[str, Any]:
        """Plays one game and tells it as a row; a game with a `fault` does not count."""
        numbers = (unit.first, unit.second)
        seats = seatings(self.rules)[unit.seating]
        seed = random.Random(f"cornerwise match {self.match.seed} {unit}").randrange(2**31)
        row: dict[str, Any] = asdict(unit) | {"seats": [numbers[holder] for holder in seats]}
        opening = self._opening(unit.opening)
        cpu, clock = [0.0, 0.0], time.perf_counter()
        # What the rival took for moves a side has not answered yet, and for the one answered last.
        owed: tuple[deque[float], deque[float]] = (deque(), deque())
        answered: list[float | None] = [None, None]
        debt = [0.0, 0.0]
        game = Game(self.rules)
        game.seed = self.match.seed * 1_000_003 + unit.opening
        for move in opening:
            game.play(move)
        cut = [0, 0]
        holder = 0
        players: list[Player] = []

        def choose(position: Position) -> Move:
            nonlocal holder
            holder = seats[position.turn.actor]
            player = players[holder]
            # With two seats in a row it is not always the last move that is answered.
            due = answered[holder] = owed[holder].popleft() if owed[holder] else answered[holder]
            if due is not None:
                _follow(self.roster.sides[numbers[holder]], player, due - debt[holder])
            before = _cpu(player)
            asked = ask(player, position, game.node.last_move)
            move = checked(asked, position, self.roster.sides[numbers[holder]].text)
            used = _cpu(player) - before
            # What a follower takes beyond its due is taken off its next moves.
            debt[holder] = max(0.0, debt[holder] + used - due) if due is not None else 0.0
            owed[1 - holder].append(used)
            cpu[holder] += used
            cut[holder] += isinstance(player, Engine) and player.last is not None and player.last.is_cut
            return move

        try:
            for holder in (0, 1):
                players.append(self.roster.player(numbers[holder], seed + holder))
            position = game.play_on(choose)
        except PlayerError as error:
            self.roster.dismiss(numbers[holder])
            return row | {
                "opening_moves": len(opening),
                "moves": [str(move) for move in game.moves],
                "fault": numbers[holder],
                "why": str(error),
            }
        return row | {
            "opening_moves": len(opening),
            "moves": [str(move) for move in game.moves],
            "scores": list(position.scores),
            "points": _points(position, seats),
            "margin": _margin(position, seats),
            "cpu": [round(each, 4) for each in cpu],
            "cut": cut,
            "seconds": round(time.perf_counter() - clock, 3),
        }

    def close(self) -> None:
        """Ends the foreign programs."""
        self.roster.close()


def _follow(side: Side, player: Player, cpu_seconds: float) -> None:
    """Gives a follower the CPU time that is its due."""
    if side.kind == "follow" and isinstance(player, Engine):
        player.set_strength(None, Limit(cpu_seconds=max(LEAST_CPU, cpu_seconds)))


def _cpu(player: Player) -> float:
    return player.cpu_seconds if isinstance(player, GtpPlayer) else time.process_time()


def _points(position: Position, seats: tuple[int, ...]) -> list[float]:
    """What the two sides won: shares of one victory."""
    shares, points = position.win_shares, [0.0, 0.0]
    for team in position.ruleset.teams:
        points[seats[team[0]]] += shares[team[0]]
    return points


def _margin(position: Position, seats: tuple[int, ...]) -> float:
    """By how much the first side's mean score is better than the second's."""
    means = [
        sum(s for s, h in zip(position.scores, seats, strict=True) if h == side) / seats.count(side) for side in (0, 1)
    ]
    return means[1] - means[0] if position.ruleset.fewest_wins else means[0] - means[1]


# ---- the whole match ----


def play_match(
    match: Match,
    path: Path | None = None,
    workers: int | None = 1,
    on_game: Callable[[list[Result]], None] | None = None,
    cluster: str | None = None,
) -> list[Result]:
    """Plays what is left of a match and returns the result of every two sides."""
    head = {
        "ruleset": match.ruleset,
        "sides": list(match.names),
        "games": match.games,
        "seed": match.seed,
        "threads": match.threads,
        "timeout": match.timeout,
    }
    log = Log("match", head, ("ruleset", "sides", "seed", "threads"), _check_row, path)
    # Spoiled games are played again.
    done = {_unit(row) for row in log.rows if "fault" not in row}
    faults: dict[int, int] = defaultdict(int)
    units = [unit for unit in match.units() if unit not in done]
    games = run_units(partial(Worker, match), units, workers, cluster)
    with contextlib.closing(games):
        for row in games:
            log.append(row)
            if "fault" in row:
                faults[row["fault"]] += 1
                if faults[row["fault"]] >= MAX_FAULTS:
                    raise PlayerError(f"{match.names[row['fault']]} failed {MAX_FAULTS} times: {row['why']}")
            if on_game is not None:
                on_game(results(match, log.rows))
    return results(match, log.rows)


@dataclass(frozen=True)
class Result:
    """What the games between two sides say, from the first one's view."""

    first: str
    second: str
    games: int
    points: float
    share: Estimate
    elo: Estimate
    pairs: tuple[int, int, int]
    """Openings won, shared and lost over all their seatings."""
    margin: Estimate
    cpu: tuple[float, float]
    """CPU seconds of both sides."""
    faults: int
    cut: tuple[int, int] = (0, 0)
    """Moves that both sides' levels made before they had thought as much as they should."""
    why: str = ""
    """What spoiled the last of the games that do not count."""

    def __str__(self) -> str:
        won, shared, lost = self.pairs
        games = "1 game" if self.faults == 1 else f"{self.faults} games"
        spoiled = f", {games} spoiled ({self.why.rstrip('.')})" if self.faults else ""
        hurried = f", moves cut short {self.cut[0]} : {self.cut[1]}" if any(self.cut) else ""
        if not self.games:
            return f"{self.first} against {self.second}: no game that counts{spoiled}"
        return (
            f"{self.first} against {self.second}: {self.points:g} of {self.games} points, "
            f"{_range(self.share, 1, 100)} %, Elo {_range(self.elo, 0)}, openings +{won} ={shared} -{lost}, "
            f"margin {_range(self.margin, 1)}, CPU {self.cpu[0]:.1f} : {self.cpu[1]:.1f} s{hurried}{spoiled}"
        )


def results(match: Match, rows: list[dict[str, Any]]) -> list[Result]:
    """The result of every two sides of a match."""
    whole = len(seatings(ruleset_of_key(match.ruleset)))
    found = []
    for first, second in itertools.combinations(range(len(match.sides)), 2):
        mine = [row for row in rows if (row["first"], row["second"]) == (first, second)]
        good = [row for row in mine if "fault" not in row]
        groups: dict[int, list[dict[str, Any]]] = defaultdict(list)
        for row in good:
            groups[row["opening"]].append(row)
        shares = [sum(row["points"][0] for row in group) / len(group) for group in groups.values()]
        full = [sum(row["points"][0] for row in group) for group in groups.values() if len(group) == whole]
        points = share(shares)
        found.append(
            Result(
                match.names[first],
                match.names[second],
                len(good),
                sum(row["points"][0] for row in good),
                points,
                elo(points),
                (
                    sum(each > whole / 2 + 1e-9 for each in full),
                    sum(abs(each - whole / 2) <= 1e-9 for each in full),
                    sum(each < whole / 2 - 1e-9 for each in full),
                ),
                mean([sum(row["margin"] for row in group) / len(group) for group in groups.values()]),
                (sum(row["cpu"][0] for row in good), sum(row["cpu"][1] for row in good)),
                len(mine) - len(good),
                (sum(row.get("cut", (0, 0))[0] for row in good), sum(row.get("cut", (0, 0))[1] for row in good)),
                next((row["why"] for row in reversed(mine) if "fault" in row), ""),
            )
        )
    return found


def _range(estimate: Estimate, digits: int, scale: float = 1) -> str:
    """A figure and its 95 % interval."""
    value, low, high = (f"{scale * part:.{digits}f}" for part in (estimate.value, estimate.low, estimate.high))
    return f"{value} [{low}, {high}]"


def _unit(row: dict[str, Any]) -> Unit:
    return Unit(row["first"], row["second"], row["opening"], row["seating"])


def _check_row(row: dict[str, Any]) -> None:
    """Reads a row as the results do, so that one that does not belong here is noticed before anything is played."""
    _unit(row)
    if "fault" in row:
        str(row["why"])
    else:
        sum([*row["points"], row["margin"], *row["cpu"]])
