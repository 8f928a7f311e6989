"""Tournaments: seatings, ratings, tests that stop, and what an interruption leaves."""

from __future__ import annotations

import json
import os
import random
import re
import sys
import time
from collections.abc import Callable
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import cornerwise as cw
from cornerwise.arena.crosstable import crosstable, verdict_sentence
from cornerwise.arena.sprt import Evidence, Sprt, share_of
from cornerwise.arena.standing import Outcome, comparisons, ratings, standings
from cornerwise.arena.tournament import Tournament, play_tournament, read_tournament, seatings
from cornerwise.cli import app
from cornerwise.ruleset import ruleset_of_key

tournament_command = sys.modules["cornerwise.cli.engine.tournament"]  # `app` names the function so
TOML = """
ruleset = "{ruleset}"
format = "{format}"
games = {games}
seed = 3
[players]
g = "greedy"
r = "random"
"""


def spec(
    tmp_path: Path, ruleset: str = "3d-wall-2", format: str = "round-robin", games: int = 4, more: str = ""
) -> Tournament:
    path = tmp_path / "players.toml"
    path.write_text(TOML.format(ruleset=ruleset, format=format, games=games) + more)
    return read_tournament(path)


@pytest.mark.parametrize(
    ("key", "players", "count"),
    [
        ("duo", 2, 2),
        ("classic-4", 2, 6),
        ("classic-4", 4, 24),
        ("classic-4", 3, 36),
        ("classic-teams", 2, 2),
        ("dice-3", 3, 6),
    ],
)
def test_all_seatings(key: str, players: int, count: int) -> None:
    ways = seatings(ruleset_of_key(key), players)
    assert len(ways) == len(set(ways)) == count
    for seat in range(len(ways[0])):
        holders = [way[seat] for way in ways]
        assert {holders.count(player) for player in range(players)} == {count // players}


def test_who_meets_whom() -> None:
    players = {name: "random" for name in "abcde"}
    assert len(Tournament("duo", players).groups()) == 10
    assert Tournament("duo", players, "gauntlet").groups() == [(0, 1), (0, 2), (0, 3), (0, 4)]
    assert len(Tournament("classic-4", players).groups()) == 5
    units = list(Tournament("classic-4", players, games=30).units())
    assert len(units) == 5 * 48 and len(set(units)) == len(units)


def test_a_tournament_from_a_file(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    table = play_tournament(spec(tmp_path, games=6, more='l = "level:1"\n'), folder)
    assert len(table.rows) == 18 and not table.spoiled
    assert sum(row.points for row in table.standings) == pytest.approx(18)
    assert table.standings[-1].name == "r"
    assert all(row.rating.low <= row.rating.value <= row.rating.high for row in table.standings)
    rows = [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]
    assert len(rows) == 19
    game = cw.read_game(folder / rows[1]["record"])
    assert list(game.position.scores) == rows[1]["scores"] and game.tags["seat 1"] in "grl"
    page = crosstable(table)
    assert page.count("<svg") == 2 and "level" not in page and ">g<" in page


def test_labels_of_equal_players_do_not_cover_each_other() -> None:
    table = play_tournament(Tournament("3d-wall-2", {"a": "greedy", "b": "greedy", "c": "greedy"}, games=2))
    plot = crosstable(table).split("How the ratings settled")[1]
    places = sorted(float(y) for y in re.findall(r'<text x="618" y="([\d.]+)"', plot))
    assert len(places) == 3 and all(after - before > 13 for before, after in pairwise(places))


def test_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole = play_tournament(spec(tmp_path, games=6), tmp_path / "whole")
    seen = 0

    def stop(table: object) -> None:
        nonlocal seen
        seen += 1
        if seen == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_tournament(spec(tmp_path, games=6), tmp_path / "part", on_game=stop)
    log = tmp_path / "part" / "games.jsonl"
    assert len(log.read_text().splitlines()) == 4
    log.write_text(log.read_text() + '{"group": [0,')
    again = play_tournament(spec(tmp_path, games=6), tmp_path / "part")
    assert len(again.rows) == 6
    key = lambda row: (row["opening"], row["seating"], row["scores"])  # noqa: E731
    assert sorted(map(key, again.rows)) == sorted(map(key, whole.rows))
    with pytest.raises(cw.CornerwiseError, match="holds another tournament: its ruleset"):
        play_tournament(spec(tmp_path, "duo"), tmp_path / "part")


def test_the_command_says_how_far_it_is_without_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament_command, "SECONDS_BETWEEN_LINES", 0.0)
    spec(tmp_path, games=4)
    told = CliRunner().invoke(app, ["tournament", str(tmp_path / "players.toml")])
    assert told.exit_code == 0, told.output
    lines = told.stderr.splitlines()
    assert lines[0] == "1 of at most 4 games" and len(lines) == 4
    assert re.fullmatch(r"4 of at most 4 games, \d+\.\d\d games/s, 0 s left", lines[-1])
    assert (tmp_path / "players" / "crosstable.html").exists()


def test_a_test_stops_when_it_is_decided(tmp_path: Path) -> None:
    table = play_tournament(spec(tmp_path, format="sprt", games=400, more="[sprt]\nelo0 = 0\nelo1 = 100\n"))
    assert table.verdict == "elo1" and len(table.rows) < 100
    assert verdict_sentence(table).startswith("Decided: g is stronger than r")
    weak = play_tournament(
        Tournament("3d-wall-2", {"r": "random", "g": "greedy"}, "sprt", 400, sprt=Sprt(0, 100)), workers=2
    )
    assert weak.verdict == "elo0"


def test_the_bounds_of_a_test() -> None:
    test = Sprt(0, 20)
    assert test.verdict([0.5] * 3) is None
    assert test.verdict([0.6, 0.5] * 400) == "elo1" and test.verdict([0.4, 0.5] * 400) == "elo0"
    assert test.log_ratio([share_of(10)] * 50) == pytest.approx(0, abs=0.01)
    for wrong in ({"elo0": 5, "elo1": 5}, {"alpha": 0}, {"beta": 0.7}):
        with pytest.raises(cw.CornerwiseError):
            Sprt(**wrong)


def test_ratings_are_those_of_the_results() -> None:
    def game(number: int, places: dict[int, float]) -> Outcome:
        return Outcome(places, {}, (number,))

    # Three of four: 191 Elo, but for the little everybody has drawn before.
    games = [game(i, {0: 1, 1: 2} if i % 4 else {0: 2, 1: 1}) for i in range(400)]
    first, second = standings(("a", "b"), games)
    assert first.name == "a" and first.rating.value - second.rating.value == pytest.approx(191, abs=4)
    assert first.rating.high - first.rating.low == pytest.approx(
        2 * 1.96 * 400 / 2.303 / (0.75 * 0.25 * 400) ** 0.5 / 2, rel=0.3
    )
    four = standings(tuple("abcd"), [game(i, {0: 1, 1: 2, 2: 3, 3: 3}) for i in range(50)])
    assert [row.name for row in four][:2] == ["a", "b"] and four[2].rating.value == pytest.approx(four[3].rating.value)


def test_an_interval_is_never_surer_than_the_games() -> None:
    # Resampling one opening, or openings that all ended alike, finds the same ratings again and again.
    one = [Outcome({0: 1 + i % 3 % 2, 1: 2 - i % 3 % 2}, {}, (0,)) for i in range(24)]
    alike = [Outcome({0: 1, 1: 2}, {}, (i,)) for i in range(8)]
    for games in (one, alike):
        first, second = standings("ab", games)
        assert first.rating.low < first.rating.value - 50 and first.rating.high > first.rating.value + 50
        assert second.rating.low < second.rating.value - 50
    assert standings("ab", one)[0].rating.low < 0


def test_intervals_cost_little_more_than_ratings() -> None:
    # The live table draws 200 samples every second; rated one by one they took longer than the games.
    chance = random.Random(1)
    games = [Outcome({i % 3: chance.choice((1, 2)), (i + 1) % 3: chance.choice((1, 2))}, {}, (i,)) for i in range(200)]
    tables = np.array([comparisons(3, games[start:]) for start in (0, 50, 150)])
    assert np.allclose(ratings(tables), [ratings(table) for table in tables], atol=1e-6)

    def cost(work: Callable[[], object]) -> float:
        times = []
        for _ in range(5):
            began = time.process_time()
            work()
            times.append(time.process_time() - began)
        return min(times)

    assert cost(lambda: standings("abc", games)) < 60 * cost(lambda: ratings(tables[0]))


def test_a_network_from_a_file_plays(tmp_path: Path) -> None:
    with files("cornerwise.engine.tuning").joinpath("duo.npz").open("rb") as file:
        (tmp_path / "mine.npz").write_bytes(file.read())
    side = f"network:simulations:10:{tmp_path / 'mine.npz'}"
    table = play_tournament(spec(tmp_path, "duo", games=2, more=f'n = "{side}"\n'), tmp_path / "out")
    assert len(table.rows) == 6 and not table.spoiled and table.standings[0].name == "n"
    # One for another game is refused before anything is played.
    with pytest.raises(cw.CornerwiseError, match=r"mine\.npz is a network for other pieces, colors or boards"):
        spec(tmp_path, "classic-4", more=f'n = "{side}"\n')


def test_players_in_python(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "class First:\n"
        "    def __init__(self, ruleset, seed):\n"
        "        self.seed = seed\n"
        "    def choose(self, position):\n"
        "        return position.legal_moves[0]\n"
        "class Mad:\n"
        "    def choose(self, position):\n"
        "        return 'a1'\n"
        "class Broken:\n"
        "    def choose(self, position):\n"
        "        raise KeyError('lost')\n"
    )
    table = play_tournament(Tournament("3d-wall-2", {"m": f"python:{tmp_path}/mine.py:First", "r": "random"}, games=2))
    assert len(table.rows) == 2
    for name, sentence in (("Mad", "chose 'a1'"), ("Broken", "Broken failed: KeyError: 'lost'")):
        with pytest.raises(cw.PlayerError, match=sentence):
            play_tournament(Tournament("3d-wall-2", {"m": f"python:{tmp_path}/mine.py:{name}", "r": "random"}, games=8))
    with pytest.raises(cw.PlayerError, match="cannot be loaded"):
        Tournament("duo", {"m": f"python:{tmp_path}/mine.py:Nobody", "r": "random"})


def test_a_file_of_players_is_run_once_for_all_games(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        f"open({str(tmp_path / 'runs')!r}, 'a').write('x')\n"
        "class First:\n"
        "    def choose(self, position):\n"
        "        return position.legal_moves[0]\n"
    )
    sides = {"m": f"python:{path}:First", "r": "random"}
    assert len(play_tournament(Tournament("3d-wall-2", sides, games=4)).rows) == 4
    assert (tmp_path / "runs").read_text() == "x"
    # A file that has changed is read again.
    path.write_text(path.read_text().replace("First", "Second"))
    os.utime(path, ns=(0, 1))
    Tournament("3d-wall-2", {"m": f"python:{path}:Second", "r": "random"})


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": "knockout"}, "no format"),
        ({"games": 0}, "1 to 1,000,000 games"),
        ({"players": {"a": "random"}}, "two players or more"),
        ({"players": {"a": "random", "b": "chess"}}, "no side"),
        ({"ruleset": "chess"}, "chess"),
        ({"timeout": -1.0}, "time-out"),
    ],
)
def test_what_makes_no_sense_is_refused(change: dict[str, object], sentence: str) -> None:
    with pytest.raises(cw.CornerwiseError, match=sentence):
        Tournament(**({"ruleset": "duo", "players": {"a": "random", "b": "greedy"}} | change))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ruleset = 5",
        "x = [",
        'ruleset = "duo"\n[players]\na = 5\nb = "random"\n',
        TOML.format(ruleset="duo", format="sprt", games=5) + "[sprt]\nelo = 5\n",
    ],
)
def test_files_that_make_no_sense_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "p.toml"
    path.write_text(text)
    with pytest.raises(cw.CornerwiseError):
        read_tournament(path)
    with pytest.raises(cw.CornerwiseError):
        read_tournament(tmp_path / "nothing.toml")


def test_openings_count_in_their_order_whatever_comes_first() -> None:
    chance = random.Random(3)
    games = [(opening, chance.choice((0.0, 0.5, 1.0, 1.0))) for opening in range(300) for _ in range(2)]

    def decided(order: list[tuple[int, float]], spoiled: int | None = None) -> tuple[str | None, float, int]:
        evidence = Evidence(Sprt(0, 40), 2)
        for opening, points in order:
            evidence.add(opening, None if opening == spoiled else points)
        return evidence.verdict, evidence.log_ratio, evidence.openings

    in_order = decided(games)
    assert in_order[0] == "elo1" and in_order[2] < 300
    for _ in range(5):
        # As several workers bring them: a few places out of order.
        shuffled = sorted(games, key=lambda game: game[0] + 6 * chance.random())
        assert decided(shuffled) == pytest.approx(in_order)
    # It agrees with the test of all openings up to there, and a spoiled one is left out.
    shares = [sum(points for at, points in games if at == opening) / 2 for opening in range(in_order[2])]
    assert Sprt(0, 40).log_ratio(shares) == pytest.approx(in_order[1]) and Sprt(0, 40).verdict(shares[:-1]) is None
    assert decided(games, spoiled=1)[0] == "elo1"
