"""Matches: fair seatings and openings, files that survive, and sides that fail."""

import json
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import cornerwise as cw
from cornerwise.arena.match import Match, Unit, Worker, play_match, results, seatings
from cornerwise.arena.opening import BALANCE, make_opening
from cornerwise.arena.side import parse_side
from cornerwise.player import RandomPlayer
from interpreter import PYTHON

PROGRAM = Path(__file__).with_name("gtp_program.py")


def foreign(mood, turn=1, *files):
    return f"gtp:{shlex.join([sys.executable, str(PROGRAM), mood, str(turn), *map(str, files)])}"


def test_seatings_are_fair():
    assert seatings(cw.ruleset("duo")) == ((0, 1), (1, 0))
    assert len(seatings(cw.ruleset("classic-4"))) == 6
    assert len(seatings(cw.ruleset("classic-3"))) == 6
    assert seatings(cw.ruleset("classic-teams")) == ((0, 1, 0, 1), (1, 0, 1, 0))
    for name in cw.rulesets():
        ways = seatings(cw.ruleset(name))
        for seat in range(cw.ruleset(name).seats):
            # Both sides hold every seat equally often.
            assert 2 * sum(way[seat] for way in ways) == len(ways)


def test_openings_are_repeatable_legal_and_balanced():
    from cornerwise.engine import Engine
    from cornerwise.engine.level import Limit

    rules = cw.ruleset("duo")
    openings = [make_opening(rules, 1, index) for index in range(6)]
    assert openings == [make_opening(rules, 1, index) for index in range(6)]
    assert len(set(openings)) == 6 and openings[0] != make_opening(rules, 2, 0)
    with Engine(rules, limit=Limit(simulations=1), memory_mb=64) as judge:
        for opening in openings:
            assert 2 <= len(opening) <= 4
            position = cw.start(rules)
            for move in opening:
                position = position.play(move)
            # Another search of the same strength may see it a little differently.
            judge.clear()
            assert BALANCE[0] - 0.1 <= judge.search(position, Limit(simulations=2000)).value_win[0] <= BALANCE[1] + 0.1
    assert make_opening(cw.ruleset("dice-2"), 1, 0) == ()
    assert 4 <= len(make_opening(cw.ruleset("classic-4"), 1, 0)) <= 6


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("level:11", "from 1 to 10"), ("level:", "no side"), ("time:0", "no time"), ("time:x", "number of seconds"),
        ("simulations:0", "whole number"), ("gtp:", "no side"), ("gtp:no-such-program", "not there"),
        ("fly", "no side"), ("greedy:3", "no side"), ("gtp:'", "cannot be read"),
    ],
)  # fmt: skip
def test_a_side_nobody_can_play_is_refused(text, words):
    with pytest.raises(cw.CornerwiseError, match=words):
        parse_side(text)


@pytest.mark.parametrize("settings", [{"sides": ("greedy",)}, {"games": 0}, {"ruleset": "go"}, {"timeout": 0}])
def test_a_match_that_makes_no_sense_is_refused(settings):
    with pytest.raises(cw.CornerwiseError):
        Match(**({"ruleset": "duo", "sides": ("greedy", "random"), "games": 2} | settings))


@pytest.mark.parametrize("ruleset", ["duo", "classic-4", "dice-3", "3d-stairs-2"])
def test_greedy_beats_random_and_every_game_is_kept(ruleset, tmp_path):
    match = Match(ruleset, ("greedy", "random"), 6)
    log = tmp_path / "match.jsonl"
    [result] = play_match(match, log, workers=2)
    assert result.games == 6 and result.points == result.share.value * 6
    assert result.points >= 4 and result.margin.value > 0
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert len(lines) == 7
    for row in lines[1:]:
        assert sum(row["points"]) == pytest.approx(1)
        if "dice" not in ruleset:
            position = cw.start(ruleset)
            for move in row["moves"]:
                position = position.play(move)
            assert position.is_over and list(position.scores) == row["scores"]


def test_a_clone_against_itself_is_even():
    [result] = play_match(Match("duo", ("simulations:30", "simulations:30"), 8), workers=2)
    assert result.games == 8
    assert result.share.low <= 0.5 <= result.share.high


def test_deterministic_clones_share_every_pair_exactly(tmp_path):
    log = tmp_path / "match.jsonl"
    [result] = play_match(Match("duo", (Last(), Last()), 8), log, workers=2)
    assert result.games == 8 and result.share.value == 0.5
    pairs = {}
    for row in map(json.loads, log.read_text().splitlines()[1:]):
        pairs.setdefault(row["opening"], []).append(row)
    assert len(pairs) == 4
    for one, other in pairs.values():
        assert one["moves"] == other["moves"] and one["seating"] != other["seating"]
        assert one["points"] == other["points"][::-1]


def test_a_match_goes_on_where_it_stopped(tmp_path):
    log = tmp_path / "match.jsonl"
    play_match(Match("duo", ("greedy", "random"), 4), log)
    four = log.read_text()
    log.write_text(four + '{"first": 0, "sec')  # a crash in the middle of a line
    [result] = play_match(Match("duo", ("greedy", "random"), 8), log)
    assert result.games == 8
    assert log.read_text().startswith(four)
    units = [json.loads(line) for line in log.read_text().splitlines()[1:]]
    assert len({(row["opening"], row["seating"]) for row in units}) == 8
    before = log.read_text()
    play_match(Match("duo", ("greedy", "random"), 8), log)
    assert log.read_text() == before
    with pytest.raises(cw.CornerwiseError, match="holds another match: its seed is 1, not 2"):
        play_match(Match("duo", ("greedy", "random"), 8, seed=2), log)
    log.write_text("not json\n")
    with pytest.raises(cw.CornerwiseError, match="is not the file of a match"):
        play_match(Match("duo", ("greedy", "random"), 8), log)


def test_the_games_do_not_depend_on_the_workers(tmp_path):
    def moves(workers):
        log = tmp_path / f"{workers}.jsonl"
        play_match(Match("duo", ("greedy", "random"), 4), log, workers)
        rows = [json.loads(line) for line in log.read_text().splitlines()[1:]]
        return {(row["opening"], row["seating"]): row["moves"] for row in rows}

    assert moves(1) == moves(2)


def test_three_sides_all_meet():
    found = play_match(Match("duo", ("greedy", "random", foreign("honest")), 2), workers=2)
    assert next((each.first, each.second) for each in found) == ("greedy", "random")
    assert len(found) == 3 and all(each.games == 2 for each in found)
    assert found[1].cpu[1] > 0


@pytest.mark.parametrize(
    ("mood", "words", "timeout"),
    [("hang", "did not answer", 2), ("die", "died", 60), ("illegal", "not legal", 60)],
)
def test_a_side_that_fails_spoils_its_games_and_stops_the_match(mood, words, timeout, tmp_path):
    log = tmp_path / "match.jsonl"
    match = Match("duo", ("greedy", foreign(mood, 3)), 20, timeout=timeout)
    with pytest.raises(cw.PlayerError, match=words):
        play_match(match, log)
    rows = [json.loads(line) for line in log.read_text().splitlines()[1:]]
    assert sum("fault" in row for row in rows) == 3
    [result] = results(match, rows)
    assert result.faults == 3 and result.games == len(rows) - 3


def test_a_follower_takes_as_long_as_its_rival():
    # The rival thinks 50 ms of CPU time at a time, so the follower does too.
    worker = Worker(Match("duo", ("follow:0.05", "time:0.05"), 2))
    rows = [worker(Unit(0, 1, 0, seating)) for seating in (0, 1)]
    worker.close()
    mine, theirs = (sum(row["cpu"][side] for row in rows) for side in (0, 1))
    assert mine == pytest.approx(theirs, rel=0.35)


def test_a_follower_answers_every_move_where_a_side_moves_twice_in_a_row(monkeypatch):
    """The rival's two seats take different times; each is answered once, in order."""
    clock, given = [0.0], []

    class Rival(RandomPlayer):
        def choose(self, position, *, last=None):
            clock[0] += 1.0 if position.turn.color == "red" else 3.0
            return super().choose(position)

    class Follower(RandomPlayer):
        pass

    monkeypatch.setattr("cornerwise.arena.match._cpu", lambda player: clock[0])
    monkeypatch.setattr(
        "cornerwise.arena.match._follow",
        lambda side, player, due: given.append(due) if isinstance(player, Follower) else None,
    )
    match = Match("classic-4", ("follow:1", "greedy"), 6)
    worker = Worker(match)
    monkeypatch.setattr(worker.roster, "player", lambda number, seed: (Follower, Rival)[number](seed))
    # The seating in which the first side has the first two seats.
    [seating] = [number for number, seats in enumerate(seatings(worker.rules)) if seats == (0, 0, 1, 1)]
    worker(Unit(0, 1, 0, seating))
    rounds = [given[i : i + 2] for i in range(0, 8, 2)]
    assert [1.0, 3.0] in rounds and all(sorted(each) == [1.0, 3.0] for each in rounds[1:])


def test_an_interruption_keeps_the_games_and_leaves_nothing_running(tmp_path):
    log = tmp_path / "match.jsonl"
    words = ["match", "greedy", foreign("hang", 12), "--games", "40", "--workers", "2", "--log", str(log)]
    process = subprocess.Popen(
        [*PYTHON, "-m", "cornerwise", *words],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    children = {}
    while sum("gtp_program" in text for text in children.values()) < 2:  # one per worker
        assert time.monotonic() < deadline
        time.sleep(0.1)
        children = _family(process.pid)
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130 and "interrupted; the games so far are in" in errors
    assert json.loads(log.read_text().splitlines()[0])["match"]["ruleset"] == "duo"
    deadline = time.monotonic() + 10
    while any(_is_alive(pid) for pid in children) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not [text for pid, text in children.items() if _is_alive(pid)]


def test_nothing_outlives_a_match_that_was_killed(tmp_path):
    log, hangs = tmp_path / "match.jsonl", tmp_path / "hangs"
    words = ["match", "greedy", foreign("hang", 2, hangs), "--games", "40", "--log", str(log)]
    process = subprocess.Popen([*PYTHON, "-m", "cornerwise", *words], start_new_session=True)
    deadline = time.monotonic() + 60
    while not hangs.exists():  # from now on the end of its input tells it nothing
        assert time.monotonic() < deadline
        time.sleep(0.1)
    children = _family(process.pid)
    assert any("gtp_program" in text for text in children.values())
    process.kill()
    process.wait()
    deadline = time.monotonic() + 15
    while any(_is_alive(pid) for pid in children) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not [text for pid, text in children.items() if _is_alive(pid)]


@pytest.mark.parametrize(
    "text",
    [
        b"my shopping list\nmilk",
        b'{"match": {"ruleset":',
        b"\xff\xfe\n",
        b'{"match": {}}\n[1]\n',
        b'{"match": {}}\n{"first": 0}\n',
        b'{"match": {}}\n{"first": 0, "second": 1, "opening": 0, "seating": 0, "points": "x"}\n',
    ],
)
def test_a_file_that_is_no_match_is_refused_and_left_alone(text, tmp_path):
    log = tmp_path / "notes.txt"
    log.write_bytes(text)
    with pytest.raises(cw.CornerwiseError, match="is not the file of a match"):
        play_match(Match("duo", ("greedy", "random"), 2), log)
    assert log.read_bytes() == text
    with pytest.raises(cw.CornerwiseError, match="cannot be read"):
        play_match(Match("duo", ("greedy", "random"), 2), tmp_path)


def test_a_result_tells_what_spoiled_its_games():
    [result] = play_match(Match("duo", ("greedy", foreign("illegal")), 2))
    assert result.faults == 2 and result.games == 0
    assert "no game that counts, 2 games spoiled (" in str(result) and "not legal" in str(result)


def _is_alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _family(root):
    """All descendants of a process with their command lines."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
    found, fresh = {}, {root}
    while fresh:
        fresh = {pid for pid, parent in parents.items() if parent in fresh}
        for pid in fresh:
            try:
                found[pid] = Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
            except OSError:
                continue
    return found


# ---- objects that play ----


class Last:
    """Plays the last legal move."""

    def choose(self, position):
        return position.legal_moves[-1]


class Hopeless:
    """Raises whatever it is asked."""

    name = "hopeless"

    def choose(self, position):
        raise KeyError("lost")


@pytest.mark.parametrize("workers", [1, 2])
def test_any_object_plays_a_match(workers):
    (result,) = play_match(Match("3d-wall-2", (Last(), "greedy"), 4), workers=workers)
    assert result.games == 4 and result.first == "Last"


def test_an_object_that_fails_is_told_so():
    with pytest.raises(cw.PlayerError, match="hopeless failed 3 times: Hopeless failed: KeyError"):
        play_match(Match("3d-wall-2", (Hopeless(), "greedy"), 8))
    with pytest.raises(cw.CornerwiseError, match="has a method"):
        Match("duo", (5, "greedy"), 2)


def test_one_worker_needs_no_guard(tmp_path):
    """A script without `if __name__ == "__main__"` may play a match."""
    script = tmp_path / "script.py"
    script.write_text(
        "from cornerwise.arena.match import Match, play_match\n"
        "print(play_match(Match('3d-wall-2', ('random', 'greedy'), 2))[0].games)\n"
    )
    run = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60)
    assert run.stdout == "2\n", run.stderr
