"""A foreign program as a player: an honest one, and every way to fail."""

import os
import re
import sys
import time
from pathlib import Path

import pytest

import cornerwise as cw
from cornerwise.arena.gtp_player import GtpPlayer
from positions import random_game

PROGRAM = str(Path(__file__).with_name("gtp_program.py"))


def program(mood, *words, ruleset="duo", timeout=20.0):
    return GtpPlayer([sys.executable, PROGRAM, mood, *map(str, words)], cw.ruleset(ruleset), timeout)


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # A killed process stays a zombie until somebody reads its end.
    return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z" if Path(f"/proc/{pid}/stat").exists() else True


def memory():
    """Megabytes this process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


@pytest.mark.parametrize("ruleset", ["duo", "classic-4", "classic-2", "3d-tower-2"])
def test_an_honest_program_plays_a_whole_game_against_itself(ruleset):
    with program("honest", ruleset=ruleset) as player:
        position = cw.start(ruleset)
        while not position.is_over:
            position = position.play(player.choose(position))
        assert position.ply > 10


def test_it_can_be_shown_any_position_in_any_order():
    late, early, other = (
        random_game("duo", 14).position,
        random_game("duo", 6).position,
        random_game("duo", 9, 2).position,
    )
    with program("honest") as player:
        for position in (late, early, other, cw.start("duo"), late):
            assert player.choose(position) in position.legal_moves


def test_it_tells_the_processor_time_of_the_program():
    with program("honest") as player:
        before = player.cpu_seconds
        player.choose(cw.start("duo"))
        assert 0 < before < player.cpu_seconds < 20


@pytest.mark.parametrize(
    ("mood", "words"),
    [
        ("hang", "did not answer 'genmove b' within 1 seconds"),
        ("deaf", "did not answer 'genmove b' within 1 seconds"),
        ("mute", "did not answer"),
        ("die", r"died at 'genmove b' \(exit 3\): out of luck"),
        ("illegal", "played a1, which is not legal: The first black piece must cover e10"),
        ("pass", "answered 'pass' when it had to move"),
        ("prose", "does not speak GTP: it answered 'I think I would rather not.'"),
        ("flood", "did not stop answering|within 1 seconds"),
        ("endless", "did not stop answering|within 1 seconds"),
        ("blank", "does not stop talking|within 1 seconds"),
    ],
)
def test_a_failing_program_is_named_and_ended(mood, words):
    player = program(mood)
    player.timeout = 1.0
    started, before = time.monotonic(), memory()
    with pytest.raises(cw.PlayerError, match=words):
        player.choose(cw.start("duo"))
    assert not is_alive(player.process_id)
    # Its time-out holds however much it says, and what it says fills no memory.
    assert time.monotonic() - started < 60
    assert memory() - before < 200
    with pytest.raises(cw.PlayerError, match="has ended"):
        player.choose(cw.start("duo"))


def test_what_a_program_says_unasked_fills_no_memory_and_spoils_the_next_answer():
    player, position = program("chatter"), cw.start("duo")
    before = memory()
    position = position.play(player.choose(position))
    assert player._flooding.wait(60), "it talks until nobody listens any more"
    assert memory() - before < 100
    with pytest.raises(cw.PlayerError, match="does not speak GTP: it answered 'by the way' to 'play w"):
        player.choose(position.play(position.legal_moves[0]))
    assert not is_alive(player.process_id)


@pytest.mark.parametrize("timeout", [0, -1.0, float("nan"), float("inf")])
def test_a_timeout_is_positive(timeout):
    with pytest.raises(cw.CornerwiseError, match="A time-out is a positive number"):
        program("honest", timeout=timeout)


def test_a_program_that_does_not_know_the_game_is_refused_at_once():
    with pytest.raises(cw.PlayerError, match=r"does not play Duo: .* refused 'set_game Blokus Duo': invalid argument"):
        program("refuse")


def test_a_game_of_dice_is_refused_at_once():
    with pytest.raises(cw.PlayerError, match="cannot be shown the rolls of a game, so it cannot play Dice Game"):
        program("honest", ruleset="dice-2")


def test_a_program_that_is_not_there():
    with pytest.raises(cw.PlayerError, match="'no-such-program' cannot be started: No such file"):
        GtpPlayer("no-such-program --x", cw.ruleset("duo"))
    with pytest.raises(cw.PlayerError, match="empty"):
        GtpPlayer("", cw.ruleset("duo"))


def test_nothing_it_started_outlives_it():
    player = program("mother")
    player.choose(cw.start("duo"))
    deadline = time.monotonic() + 5
    while not (told := re.search(r"child (\d+)", "".join(player.errors))) and time.monotonic() < deadline:
        time.sleep(0.05)  # what it says on its error stream comes when it comes
    assert told
    child = int(told[1])
    assert is_alive(child)
    player.close()
    deadline = time.monotonic() + 5
    while is_alive(child) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not is_alive(child)
    assert not is_alive(player.process_id)


def test_a_program_nobody_holds_any_more_is_ended():
    player = program("honest")
    pid = player.process_id
    del player
    assert not is_alive(pid)


def test_there_is_nothing_to_choose_in_a_finished_game():
    with program("honest") as player, pytest.raises(cw.CornerwiseError, match="no move to choose"):
        player.choose(random_game("duo", 99).position)
