"""Tournaments: many players, every opening in all seatings, kept in a file as the games end."""

from __future__ import annotations

import contextlib
import itertools
import math
import random
import time
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache, partial
from pathlib import Path

from cornerwise._core import Move, Position, Ruleset
from cornerwise.arena.log import Log, Row, writing
from cornerwise.arena.opening import make_opening
from cornerwise.arena.roster import Roster
from cornerwise.arena.side import parse_side
from cornerwise.arena.sprt import Evidence, Sprt
from cornerwise.arena.standing import Outcome, Standing, standings
from cornerwise.errors import CornerwiseError, PlayerError
from cornerwise.formats.record import format_game
from cornerwise.game import Game
from cornerwise.ground.pool import run_units
from cornerwise.ground.textfile import read_text
from cornerwise.player import Player, ask, checked
from cornerwise.ruleset import ruleset_of_key

FORMATS = ("round-robin", "gauntlet", "sprt")
MAX_FAULTS = 3
"""So many games a player may spoil by hanging, lying or dying before the tournament stops."""
MOST_GAMES = 1_000_000


@dataclass(frozen=True)
class Tournament:
    """What is played, as `players.toml` tells it (docs/learning/tournaments.md)."""

    ruleset: str
    players: dict[str, str]
    """Name → side: {"easy": "level:2", "mine": "python:my_player.py:Mine"}."""
    format: str = "round-robin"
    games: int = 24
    """For every group of players that meet, rounded up to whole openings; the most there can be in a test."""
    seed: int = 1
    timeout: float = 600.0
    """Seconds after which a foreign program counts as hanging."""
    sprt: Sprt = field(default_factory=Sprt)

    def __post_init__(self) -> None:
        rules = ruleset_of_key(self.ruleset)
        if self.format not in FORMATS:
            raise CornerwiseError(f"There is no format {self.format!r}; choose one of {', '.join(FORMATS)}.")
        if len(self.players) < 2:
            raise CornerwiseError("A tournament needs two players or more.")
        if self.format == "sprt" and len(self.players) != 2:
            raise CornerwiseError("A sequential test compares two players.")
        if not 1 <= self.games <= MOST_GAMES:
            raise CornerwiseError(f"A tournament has 1 to {MOST_GAMES:,} games for every group, not {self.games}.")
        if not 0 < self.timeout < math.inf:
            raise CornerwiseError(f"A time-out is a positive number of seconds, not {self.timeout}.")
        for side in self.players.values():
            parse_side(side).check(rules)

    @property
    def names(self) -> tuple[str, ...]:
        """The players, in the order of the file; in a gauntlet the first one meets all others."""
        return tuple(self.players)

    def groups(self) -> list[tuple[int, ...]]:
        """Who meets whom: as many at a time as there are sides at the table, or all there are."""
        size = min(len(ruleset_of_key(self.ruleset).teams), len(self.players))
        groups = list(itertools.combinations(range(len(self.players)), size))
        return [group for group in groups if 0 in group] if self.format == "gauntlet" else groups

    @property
    def opening_games(self) -> int:
        """Games of one group from one opening."""
        return len(seatings(ruleset_of_key(self.ruleset), len(self.groups()[0])))

    def units(self) -> Iterator[Unit]:
        """All games to play, the openings in order."""
        groups, size = self.groups(), self.opening_games
        for opening in range(math.ceil(self.games / size)):
            for group in groups:
                for way in range(size):
                    yield Unit(group, opening, way)


@dataclass(frozen=True)
class Unit:
    """One game: who meets, which opening, who sits where."""

    group: tuple[int, ...]
    opening: int
    seating: int


@lru_cache(maxsize=64)
def seatings(rules: Ruleset, players: int) -> tuple[tuple[int, ...], ...]:
    """Per game, which of the players holds each seat: all ways to share the teams as evenly as can be."""
    teams = rules.teams
    ways = []
    for chosen in itertools.product(range(players), repeat=len(teams)):
        counts = [chosen.count(player) for player in range(players)]
        if max(counts) - min(counts) <= 1:
            holder = {seat: player for team, player in zip(teams, chosen, strict=True) for seat in team}
            ways.append(tuple(holder[seat] for seat in range(rules.seats)))
    return tuple(ways)


def read_tournament(path: Path) -> Tournament:
    """Reads a file of players."""
    try:
        data = tomllib.loads(read_text(path, "file of players", CornerwiseError))
    except tomllib.TOMLDecodeError as error:
        raise CornerwiseError(f"{path} is not valid TOML: {error}.") from None
    known = {"ruleset": str, "players": dict, "format": str, "games": int, "seed": int, "timeout": (int, float)}
    for name, value in data.items():
        if name != "sprt" and (name not in known or not isinstance(value, known[name])):  # type: ignore[arg-type]
            raise CornerwiseError(
                f"{path}: {name} = {str(value)[:40]} is not a valid setting; see docs/learning/tournaments.md."
            )
    if "ruleset" not in data or "players" not in data:
        raise CornerwiseError(f"{path} needs a ruleset and a table of players.")
    if not all(isinstance(side, str) for side in data["players"].values()):
        raise CornerwiseError(f'{path}: a player is written NAME = "SIDE".')
    bounds = data.pop("sprt", {})
    try:
        return Tournament(**data, sprt=Sprt(**bounds))
    except TypeError:
        raise CornerwiseError(f"{path}: [sprt] takes four numbers: elo0, elo1, alpha and beta.") from None


# ---- one game ----


class Worker:
    """Plays games of a tournament; foreign programs are kept from game to game."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.rules = ruleset_of_key(tournament.ruleset)
        self.roster = Roster(self.rules, tournament.players.values(), tournament.timeout)
        self._opening = lru_cache(maxsize=8)(partial(make_opening, self.rules, tournament.seed))

    def __call__(self, unit: Unit) -> Row:
        """Plays one game and tells it as a row; a game with a `fault` does not count."""
        seats = [unit.group[holder] for holder in seatings(self.rules, len(unit.group))[unit.seating]]
        seed = random.Random(f"cornerwise tournament {self.tournament.seed} {unit}").randrange(2**31)
        row: Row = asdict(unit) | {"seats": seats}
        game = Game(self.rules)
        game.seed = self.tournament.seed * 1_000_003 + unit.opening
        game.tags = {f"seat {seat + 1}": self.tournament.names[player] for seat, player in enumerate(seats)}
        clock, number = time.perf_counter(), seats[0]
        players: dict[int, Player] = {}

        def choose(position: Position) -> Move:
            nonlocal number
            number = seats[position.turn.actor]
            choice = ask(players[number], position, game.node.last_move)
            return checked(choice, position, self.tournament.names[number])

        try:
            for move in self._opening(unit.opening):
                game.play(move)
            for number in sorted(set(seats)):
                players[number] = self.roster.player(number, seed + number)
            position = game.play_on(choose)
        except PlayerError as error:
            self.roster.dismiss(number)
            return row | {"fault": number, "why": str(error), "record": format_game(game)}
        return row | {
            "scores": list(position.scores),
            "ranks": list(position.ranks),
            "shares": list(position.win_shares),
            "seconds": round(time.perf_counter() - clock, 3),
            "record": format_game(game),
        }

    def close(self) -> None:
        """Ends the foreign programs."""
        self.roster.close()


# ---- the whole tournament ----


@dataclass(frozen=True)
class Progress:
    """How a tournament stands."""

    tournament: Tournament
    rows: Sequence[Row]
    """The games that count."""
    spoiled: int
    total: int
    """Games there will be at most."""
    evidence: Evidence | None
    """Of a sequential test."""

    @property
    def standings(self) -> list[Standing]:
        """Everybody with a rating, best first."""
        return standings(self.tournament.names, [outcome(row) for row in self.rows], self.tournament.seed)

    @property
    def verdict(self) -> str | None:
        """What a test has decided: "elo0" or "elo1"; None while it goes on, or where there is none."""
        return self.evidence.verdict if self.evidence else None


def outcome(row: Row) -> Outcome:
    """What a game says about its players."""
    places: dict[int, list[int]] = defaultdict(list)
    points: dict[int, float] = defaultdict(float)
    for seat, player in enumerate(row["seats"]):
        places[player].append(row["ranks"][seat])
    # A team wins once, however many seats it has.
    whole = sum(row["shares"])
    for player, share in zip(row["seats"], row["shares"], strict=True):
        points[player] += share / whole
    means = {player: sum(ranks) / len(ranks) for player, ranks in places.items()}
    return Outcome(means, dict(points), (*row["group"], row["opening"]))


def play_tournament(
    tournament: Tournament,
    folder: Path | None = None,
    workers: int | None = 1,
    cluster: str | None = None,
    on_game: Callable[[Progress], None] | None = None,
) -> Progress:
    """Plays what is left of a tournament; games go to `games.jsonl` in the folder, and as records to `records/`."""
    log = Log(
        "tournament",
        asdict(tournament),
        ("ruleset", "players", "format", "seed"),
        _check_row,
        folder / "games.jsonl" if folder else None,
    )
    units = list(tournament.units())
    good = [row for row in log.rows if "fault" not in row]
    done = {_unit(row) for row in good}
    faults: dict[int, int] = defaultdict(int)
    evidence = Evidence(tournament.sprt, tournament.opening_games) if tournament.format == "sprt" else None

    def weigh(row: Row) -> None:
        if evidence is not None:
            evidence.add(row["opening"], None if "fault" in row else outcome(row).points.get(0, 0.0))

    def progress() -> Progress:
        return Progress(tournament, good, len(log.rows) - len(good), len(units), evidence)

    for row in good:
        weigh(row)

    def rest() -> Iterator[Unit]:
        for unit in units:
            if unit in done:
                continue
            if progress().verdict is not None:
                return
            yield unit

    played = run_units(partial(Worker, tournament), rest(), workers, cluster)
    with contextlib.closing(played):
        for row in played:
            row = dict(row) | {"group": list(row["group"])}
            if folder is not None:
                _keep_record(folder, row)
            log.append(row)
            weigh(row)
            if "fault" in row:
                faults[row["fault"]] += 1
                if faults[row["fault"]] >= MAX_FAULTS:
                    name = tournament.names[row["fault"]]
                    raise PlayerError(f"{name} failed {MAX_FAULTS} times: {row['why']}")
            else:
                good.append(row)
            if on_game is not None:
                on_game(progress())
    return progress()


def _keep_record(folder: Path, row: Row) -> None:
    """Writes the game as a record; the row keeps everything else."""
    text = row.pop("record")
    name = "-".join(map(str, (row["opening"], *row["group"], row["seating"])))
    path = folder / "records" / f"{name}{'-spoiled' if 'fault' in row else ''}.json"
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    row["record"] = f"records/{path.name}"


def _unit(row: Row) -> Unit:
    return Unit(tuple(row["group"]), row["opening"], row["seating"])


def _check_row(row: Row) -> None:
    _unit(row)
    if "fault" in row:
        str(row["why"])
    else:
        outcome(row)
