"""The GTP program: every command, the dialect, and lines that make no sense."""

import os
import signal
import subprocess
import sys
import time

import pytest

import cornerwise as cw
from cornerwise.adapters.gtp import Gtp
from cornerwise.arena.gtp_player import GtpPlayer
from cornerwise.engine.level import Limit
from interpreter import PYTHON
from positions import random_game


def session(ruleset="duo", **settings):
    settings.setdefault("limit", Limit(simulations=20))
    return Gtp(cw.ruleset(ruleset), memory_mb=32, **settings)


def ask(gtp, line):
    """The text of an answer that must be a success."""
    answer = gtp.answer(line)
    assert answer.startswith("="), answer
    assert answer.endswith("\n\n")
    return answer[1:].strip()


def test_a_session_as_other_programs_have_it():
    gtp = session()
    assert ask(gtp, "name") == "Cornerwise"
    assert ask(gtp, "protocol_version") == "2"
    assert ask(gtp, "version") == cw.__version__
    assert ask(gtp, "set_game Blokus Duo") == ""
    assert ask(gtp, "boardsize 14") == ""
    assert ask(gtp, "play b e8,d9,e9,f9,e10") == ""
    move = ask(gtp, "genmove w")
    assert "j5" in move.split(",")
    assert gtp.position.ply == 2
    assert ask(gtp, "reg_genmove b") and gtp.position.ply == 2
    assert ask(gtp, "undo") == "" and gtp.position.ply == 1
    board = ask(gtp, "showboard")
    assert "14" in board and len(board.splitlines()) >= 14
    assert ask(gtp, "clear_board") == "" and gtp.position.ply == 0
    assert len(ask(gtp, "all_legal b").splitlines()) == 414
    assert len(ask(gtp, "all_legal w").splitlines()) == 414
    assert float(ask(gtp, "cputime")) > 0
    assert ask(gtp, "quit") == "" and gtp.is_over


def test_every_command_is_listed_and_known():
    gtp = session()
    for command in ask(gtp, "list_commands").splitlines():
        assert ask(gtp, f"known_command {command}") == "true"
    assert ask(gtp, "known_command fly") == "false"


@pytest.mark.parametrize(
    ("ruleset", "words", "color"),
    [
        ("duo", "b B black w white", "black black black white white"),
        ("classic-4", "1 4 blue Green r", "blue green blue green red"),
        ("3d-tower-2", "b w yellow", "blue yellow yellow"),
    ],
)
def test_colors_by_letter_number_and_name(ruleset, words, color):
    from cornerwise.formats.dialect import parse_color

    assert [parse_color(cw.ruleset(ruleset), word) for word in words.split()] == color.split()


@pytest.mark.parametrize(
    "game",
    ["Blokus", "Blokus Two-Player", "Blokus Three-Player", "Blokus Duo", "3d-stairs-3", "duo~starts-free"],
)
def test_games_by_both_kinds_of_name(game):
    gtp = session()
    ask(gtp, f"set_game {game}")
    ask(gtp, "g")
    assert gtp.position.ply == 1


@pytest.mark.parametrize(
    "line",
    [
        "fly",
        "play",
        "play b",
        "play x e10",
        "play w j5",
        "play b a1",
        "play b e10,e10",
        "play b e10 e11",
        "p",
        "p zz",
        "genmove",
        "genmove w",
        "genmove 1",
        "undo",
        "undo 2",
        "boardsize 19",
        "boardsize",
        "set_game",
        "set_game Go",
        "known_command",
        "set_random_seed x",
        "set_random_seed -1",
        "param level",
        "param level 11",
        "param level 0",
        "param time 0",
        "param time nan",
        "param time -1",
        "param simulations 0",
        "param threads 9999",
        "param fly 1",
        "param memory 0",
        "param_base resign 1",
        "param_base fly 0",
        "cornerwise-limit",
        "cornerwise-limit time x",
        "cornerwise-limit fly 3",
        "cornerwise-search_info",
        "move_values",
        "get_value",
        "cornerwise-roll 1",
        "name x",
        "all_legal q",
        "get_place 7",
        "quit now",
        "\x00\x01fly",
        "9" * 30,
        "play b " + "a1," * 9000,
    ],
)
def test_a_line_that_makes_no_sense_is_refused_and_changes_nothing(line):
    gtp = session()
    before = gtp.answer("param"), gtp.position
    answer = gtp.answer(line)
    assert answer.startswith("?") and answer.endswith("\n\n") and len(answer) < 500
    assert (gtp.answer("param"), gtp.position) == before


def test_numbers_are_echoed_and_comments_ignored():
    gtp = session()
    assert gtp.answer("17 name\n") == "=17 Cornerwise\n\n"
    assert gtp.answer("18 fly\n") == "?18 unknown command (fly)\n\n"
    assert gtp.answer("# nothing") is None and gtp.answer("  \r\n") is None
    assert gtp.answer("\tname # who?") == "= Cornerwise\n\n"


def test_a_game_goes_to_a_file_and_comes_back(tmp_path):
    path = tmp_path / "a game.sgf"
    gtp = Gtp(cw.ruleset("duo"), limit=Limit(simulations=20))
    for _ in range(5):
        gtp.answer("g")
    assert gtp.answer(f"savesgf {path}") == "= \n\n"
    assert path.read_text().startswith("(;GM[Blokus Duo]")
    other = Gtp(cw.ruleset("classic-4"), limit=Limit(simulations=20))
    assert other.answer(f"loadsgf {path}") == "= \n\n"
    assert other.position == gtp.position
    assert other.answer("g").startswith("= ")
    assert other.answer(f"loadsgf {path} 4") == "= \n\n"
    assert len(other.game.moves) == 3
    # What is saved is what stands on the board, not what was taken back or left.
    assert other.answer("g").startswith("= ") and other.answer("undo") == "= \n\n"
    other.game.play(other.position.legal_moves[7])
    again = other.position
    assert other.answer(f"savesgf {path}2") == other.answer(f"loadsgf {path}2") == "= \n\n"
    assert other.position == again
    assert other.answer(f"loadsgf {path} 99") == "= \n\n"
    assert other.position == gtp.position
    before = other.game
    for line, words in (
        ("loadsgf", "needs the name of a file"),
        (f"loadsgf {path} 0", "whole number"),
        (f"loadsgf {path} -1", "whole number"),
        (f"loadsgf {path} 1.5", "whole number"),
        (f"loadsgf {path} x", "cannot be read"),
        (f"loadsgf {tmp_path}", "cannot be read"),
        ("savesgf", "needs the name of a file"),
        (f"savesgf {tmp_path}", "cannot be written"),
    ):
        answer = other.answer(line)
        assert answer.startswith("? ") and words in answer and other.game is before
    path.write_text("(;GM[Blokus Duo];B[\x1b[31m\n\n\nred])")
    answer = other.answer(f"loadsgf {path}")
    assert answer.startswith("? Line 1: Move 1 ") and "\x1b" not in answer and answer.count("\n") == 2
    dice = Gtp(cw.ruleset("dice-2"), limit=Limit(simulations=20))
    assert dice.answer(f"savesgf {path}").startswith("? A .blksgf file cannot hold")


def test_what_the_last_search_found():
    gtp = session()
    move = ask(gtp, "reg_genmove b")
    facts = dict(line.split(" ", 1) for line in ask(gtp, "cornerwise-search_info").splitlines())
    assert int(facts["simulations"]) == 20
    assert float(facts["cpu_seconds"]) > 0 and int(facts["nodes"]) > 0
    win = [float(share) for share in facts["win"].split()]
    assert sum(win) == pytest.approx(1, abs=0.01)
    assert float(ask(gtp, "get_value")) == pytest.approx(win[0], abs=0.001)
    best = ask(gtp, "move_values").splitlines()[0].split()
    assert len(best) == 4 and int(best[0]) > 0 and 0 <= float(best[2]) <= 1
    assert best[3].rpartition("]")[2] == move


def test_the_limit_can_be_changed_between_moves():
    gtp = session(limit=None, level=2)
    assert "level 2\n" in gtp.answer("param")
    ask(gtp, "cornerwise-limit simulations 33")
    ask(gtp, "g")
    assert "simulations 33\n" in gtp.answer("cornerwise-search_info")
    ask(gtp, "cornerwise-limit time 0.05")
    ask(gtp, "g")
    assert gtp.engine.last.cpu_seconds == pytest.approx(0.05, abs=0.04)
    ask(gtp, "cornerwise-limit level 1")
    assert gtp.engine.level.number == 1 and gtp.engine.limit.cpu_seconds == 0
    ask(gtp, "set_game Blokus")
    assert gtp.engine.level.number == 1


def test_the_same_seed_plays_the_same_moves():
    def moves(seed):
        gtp = session(seed=seed, limit=Limit(simulations=60))
        return [ask(gtp, "g") for _ in range(6)]

    assert moves(3) == moves(3)


def test_advice_has_moves_and_reasons():
    gtp = session(limit=Limit(simulations=200))
    for _ in range(4):
        ask(gtp, "g")
    first = ask(gtp, "cornerwise-advise").partition("\n2. ")[0]
    assert "\n1. " in first and "\n   wins black: " in first and "\n   + " in first


def test_a_color_without_a_move_passes_and_a_finished_game_too():
    game = random_game("classic-4", 999)
    gtp = session("classic-4")
    seen = False
    for move in game.moves:
        turn = gtp.position.turn
        for number, color in enumerate(gtp.position.ruleset.colors, 1):
            if color != turn.color and not any(gtp.position.places_left(color).values()):
                seen = True
                assert ask(gtp, f"genmove {number}") == "pass"
        ask(gtp, f"p {move}")
    assert seen
    assert ask(gtp, "g") == "pass" and ask(gtp, "genmove 1") == "pass"
    squares = [89 - sum(len(p.cells) for p in game.position.placed if p.color == c) for c in game.ruleset.colors]
    scores = [89 + score for score in game.position.scores]
    assert [int(word) for word in ask(gtp, "final_score").split()] == scores
    assert squares  # the kernel's own tests say what a score is
    ranks = [ask(gtp, f"get_place {number}") for number in (1, 2, 3, 4)]
    assert [int(rank.split()[0]) for rank in ranks] == list(game.position.ranks)


def test_a_shared_color_has_points_of_its_own():
    gtp = session("classic-3")
    for move in random_game("classic-3", 12).moves:
        ask(gtp, f"p {move}")
    placed = [sum(len(p.cells) for p in gtp.position.placed if p.color == c) for c in gtp.game.ruleset.colors]
    assert ask(gtp, "final_score") == " ".join(map(str, placed))


@pytest.mark.parametrize("ruleset", ["duo", "classic-4", "dice-2", "dice-4", "3d-wall-3"])
def test_no_answer_has_an_empty_line_before_its_end(ruleset):
    gtp = session(ruleset)
    if gtp.position.rolls:
        ask(gtp, f"cornerwise-roll {gtp.position.rolls[0]}")
    ask(gtp, "g")
    if gtp.position.rolls:
        ask(gtp, f"cornerwise-roll {gtp.position.rolls[0]}")
    for command in ask(gtp, "list_commands").splitlines():
        answer = gtp.answer(command)
        assert answer.index("\n\n") == len(answer) - 2, command


def test_two_seats_score_like_go():
    game = random_game("duo", 999)
    gtp = session()
    assert ask(gtp, "final_score") == "0"
    for move in game.moves:
        ask(gtp, f"p {move}")
    first, second = game.position.scores
    expected = "0" if first == second else f"{'B' if first > second else 'W'}+{abs(first - second)}"
    assert ask(gtp, "final_score") == expected


def test_dice_are_rolled_by_the_controller():
    gtp = session("dice-2")
    assert gtp.answer("g") == "? The dice must be rolled first (cornerwise-roll).\n\n"
    ask(gtp, "cornerwise-roll 3 5")
    ask(gtp, "g")
    assert gtp.position.ply == 1
    assert cw.Position.parse(ask(gtp, "cornerwise-position")) == gtp.position


def test_the_program_plays_as_a_foreign_program():
    """Both ends of the protocol meet over a real pipe."""
    command = [
        *PYTHON,
        "-m",
        "cornerwise",
        "gtp",
        "--ruleset",
        "duo",
        "--simulations",
        "10",
        "--memory",
        "32",
    ]
    with GtpPlayer(command, cw.ruleset("duo"), 60) as player:
        position = cw.start("duo")
        while not position.is_over:
            position = position.play(player.choose(position))
        assert position.ply > 20
        assert player.cpu_seconds > 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--level", "0"], "level"),
        (["--ruleset", "go"], "no ruleset 'go'"),
        (["--threads", "9999"], "This machine runs 1 to"),
        (["--time", "-1"], "time"),
        (["--time", "nan"], "time"),
        (["--time", "0"], "leaves no time to think"),
        (["--simulations", "0"], "leaves no time to think"),
        (["--simulations", "9" * 20], "A limit is a positive number"),
        (["--seed", "9" * 20], "A seed is a whole number"),
        (["--memory", "9" * 20], "megabytes"),
    ],
)
def test_bad_arguments_are_one_sentence(arguments, words):
    done = subprocess.run(
        [*PYTHON, "-m", "cornerwise", "gtp", *arguments],
        capture_output=True,
        text=True,
        input="name\n",
        timeout=60,
    )
    assert done.returncode == 2 and words in done.stderr and "Traceback" not in done.stderr


def test_bytes_that_are_no_text_are_refused_and_nothing_else_happens():
    done = subprocess.run(
        [*PYTHON, "-m", "cornerwise", "gtp", "--ruleset", "duo"],
        capture_output=True,
        input=b"\xff\xfe\x80 name\n\xc3\x28\nname\n",
        env={**os.environ, "PYTHONIOENCODING": "utf-8:strict"},
        timeout=60,
    )
    assert done.returncode == 0 and not done.stderr
    assert [line[:1] for line in done.stdout.decode().split("\n\n")] == ["?", "?", "=", ""]


def cpu_seconds(process):
    """Processor time of a program, all its threads together."""
    return time.clock_gettime((~process.pid << 3) | 2)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the clock of another process is Linux's")
def test_an_interruption_ends_it_in_the_middle_of_a_search():
    process = subprocess.Popen(
        [*PYTHON, "-m", "cornerwise", "gtp", "--ruleset", "duo", "--time", "300"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    process.stdin.write("name\n")
    process.stdin.flush()
    assert process.stdout.readline() == "= Cornerwise\n"
    begun = cpu_seconds(process)
    process.stdin.write("genmove b\n")
    process.stdin.flush()
    deadline = time.monotonic() + 60
    while cpu_seconds(process) < begun + 0.2:  # it reads a line in a few milliseconds, so now it thinks
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == 0 and not errors
