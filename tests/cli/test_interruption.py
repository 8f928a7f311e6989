"""What a long command shows while it works, and what Ctrl-C and a narrow window make of its words."""

import contextlib
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time

import pytest

import cornerwise as cw
from cornerwise.cli.saying import narrowed

CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")  # colors and movements of the cursor


def at_a_terminal(arguments, cwd, until=None):
    """What a command shows at a terminal of 60 columns; interrupted as soon as it shows `until`."""
    main, other = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "60", "LINES": "40"}
    command = [sys.executable, "-m", "cornerwise", *arguments]
    process = subprocess.Popen(
        command, stdin=other, stdout=other, stderr=other, cwd=cwd, env=environment, start_new_session=True
    )
    os.close(other)
    said, end = b"", time.monotonic() + 300
    with contextlib.suppress(OSError):  # the other end is closed
        while time.monotonic() < end:
            if not select.select([main], [], [], 0.1)[0]:
                continue
            data = os.read(main, 65536)
            if not data:
                break
            said += data
            if until and until in said:
                until = None
                process.send_signal(signal.SIGINT)
    os.close(main)
    assert until is None, said.decode()
    return process.wait(300), CODES.sub("", said.decode()).replace("\r\n", "\n")


@pytest.mark.parametrize(
    ("arguments", "shown", "told"),
    [
        (("match", "level:1", "greedy", "--games", "4000"), b"games/s", "interrupted; the games so far are lost, but"),
        (("match", "greedy", "random", "--games", "4000", "--log", "m.jsonl"), b"games/s", "so far are in m.jsonl."),
        (("review", "game.json", "--simulations", "300000"), b"0/", "interrupted; a review is shown when"),
        (("speed", "--time", "30"), b"0/5", "interrupted; speeds are shown when"),
        (("solve", "all-84-17x21"), b"nodes", "interrupted; nothing was found by then."),
        (("advise", "classic-4", "--seconds", "60"), b"simulations", "interrupted; nothing was decided by then."),
        (("hint", "all-84-17x21"), b"nodes", "interrupted; nothing was kept."),
        (("bench",), b"signature", "interrupted; nothing was kept."),
    ],
)
def test_progress_is_shown_and_an_interruption_told(arguments, shown, told, tmp_path):
    game = cw.Game("duo")
    for _ in range(4):
        game.play(game.legal_moves[0])
    cw.write_game(game, tmp_path / "game.json")
    code, said = at_a_terminal(arguments, tmp_path, until=shown)
    assert code == 130 and "Traceback" not in said
    assert told in " ".join(said.split())


def test_a_server_that_is_stopped_says_where_the_games_are(tmp_path):
    code, said = at_a_terminal(("serve", "--port", "0", "--data", "games"), tmp_path, until=b"Ctrl-C)")
    assert code == 0 and said.endswith("Stopped; the games are in games.\n")


def test_advice_breaks_no_word_at_a_narrow_terminal(tmp_path):
    code, said = at_a_terminal(("advise", "duo", "--seconds", "0.2"), tmp_path)
    lines = said.splitlines()
    assert code == 0 and max(map(len, lines)) <= 60 and "simulations)" in said


def test_lines_are_narrowed_between_words():
    words = "one two three\n   four five six, seven\n1234567890123456789012345 end"
    assert narrowed(words, 80) == words
    assert narrowed("   four five six, seven eight", 20) == "   four five six,\n     seven eight"
    assert narrowed("1234567890123456789012345 end", 5) == "1234567890123456789012345\n  end"
