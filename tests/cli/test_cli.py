"""The command line, as a person or a program uses it."""

import json
import os
import re
import shlex
import signal
import subprocess
import time
from pathlib import Path

import pytest

import cornerwise as cw
from command import command
from data_files import DATA
from interpreter import PYTHON

TOML = 'name = "mini"\nextends = "duo"\nboard = {columns = 7, rows = 7}\nstarts = {cells = ["c5", "e3"]}\n'


def run(*arguments, text="", code=0, cwd=None, columns="100"):
    """Runs the command in this process; a traceback is never an answer."""
    done = command(*arguments, text=text, cwd=cwd, columns=columns)
    assert done.returncode == code, done.stderr
    return done.stderr if code else done.stdout


@pytest.mark.parametrize(
    "name", ["rulesets", "play", "show", "perft", "bench", "puzzles", "solve", "count", "hint", "generate"]
)
def test_every_command_has_help_with_examples(name):
    words = run(name, "--help")
    assert "Examples" in words
    assert re.search(rf"^\s*cornerwise {name}", words, re.MULTILINE)


@pytest.mark.parametrize("columns", ["60", "80", "200"])
def test_rulesets_lists_all_of_them(columns):
    words = run("rulesets", columns=columns)
    for name in cw.rulesets():
        assert re.search(rf"^{name} ", words, re.MULTILINE)


def test_rulesets_tells_about_one_and_its_house_values():
    words = run("rulesets", "dice-2")
    assert "die 6: F X Z5" in words
    assert words.count("House value") == 6


def test_rulesets_as_json_are_all_there():
    facts = json.loads(run("rulesets", "--json"))
    assert [each["name"] for each in facts] == list(cw.rulesets())
    one = json.loads(run("rulesets", "duo", "--json"))
    assert one["placements"] == 13729
    assert one["options"] == {"starts": ["fixed", "free"]}


def test_perft_ends_with_the_bare_count():
    assert run("perft", "duo", 2).splitlines()[-1] == "171396"
    assert run("perft", "duo", 1, "-o", "starts=free").splitlines()[-1] == "828"
    assert run("perft", "duo", 0).splitlines()[-1] == "1"


def test_perft_divide_adds_up():
    *lines, total = run("perft", "classic-4", 2, "--divide").splitlines()
    assert len(lines) == 58 and total == str(58 * 58)
    assert sum(int(line.split()[-1]) for line in lines) == int(total)


def test_perft_divides_rolls_too():
    *lines, total = run("perft", "dice-2", 1, "--divide").splitlines()
    assert lines[0] == "roll 1 1 1" and total == "21"


def test_perft_as_json():
    facts = json.loads(run("perft", "duo", 1, "--json", "--divide"))
    assert facts["count"] == 414 == sum(facts["divide"].values())


def test_show_draws_plain_text_when_nobody_looks():
    words = run("show", "duo")
    assert "10 . . . . + . ." in words and "\x1b" not in words
    assert words.splitlines()[-1] == f"position: {cw.start('duo').text}"


def test_show_takes_position_text_files_and_options(tmp_path):
    position = cw.start("classic-4", corners="free").play(cw.start("classic-4", corners="free").legal_moves[0])
    assert json.loads(run("show", position.text, "--json"))["ply"] == 1
    (tmp_path / "mini.toml").write_text(TOML)
    assert json.loads(run("show", tmp_path / "mini.toml", "--json"))["ruleset"] == "mini"
    assert json.loads(run("show", "duo", "-o", "starts=free", "--json"))["legal_moves"] == 828


def test_show_writes_pictures(tmp_path):
    run("show", "3d-stairs-4", "--svg", tmp_path / "a.svg", "--png", tmp_path / "a.png", "--width", 300)
    assert (tmp_path / "a.svg").read_text().startswith("<svg")
    png = (tmp_path / "a.png").read_bytes()
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(png[16:20], "big") == 300


@pytest.mark.parametrize(
    "arguments, words",
    [
        (("perft", "chess", 1), "There is no ruleset 'chess'"),
        (("show", "duo.nonsense"), "."),
        (("show", "missing.json"), "There is no file 'missing.json'"),
        (("perft", "missing.toml", 1), "cannot be read"),
        (("show", "duo", "-o", "starts"), "An option looks like"),
        (("show", "duo", "-o", "starts=maybe"), "starts"),
        (("show", "duo", "--png", "/no/such/folder/x.png"), "cannot be written"),
        (("play", "duo", "--players", "person"), "2 seats"),
        (("play", "duo", "--players", "person,deep"), "'deep'"),
        (("play", "--load", "missing.json"), "cannot be read"),
        (("play", "duo", "--save", "/no/such/folder/x.json"), "there is no folder '/no/such/folder'"),
        (("rulesets", "go"), "There is no ruleset 'go'"),
    ],
)
def test_bad_input_is_one_sentence_on_the_error_stream(arguments, words):
    error = run(*arguments, code=2)
    assert error.startswith("cornerwise: ") and words in error
    assert len(error.splitlines()) == 1


@pytest.mark.parametrize("name", cw.rulesets())
def test_every_ruleset_can_be_played_by_computers_to_the_end(name):
    seats = ",".join(["random"] * cw.ruleset(name).seats)
    words = run("play", name, "--players", seats, "--seed", 4)
    assert "The game is over." in words
    outs = re.findall(r"^(\S+|Seat \d) cannot place any more\.$", words, re.MULTILINE)
    assert len(outs) == (cw.ruleset(name).seats if name.startswith("dice") else len(cw.ruleset(name).colors))
    assert re.search(r"^(Seat \d( and seat \d)* (wins|share the win))\.$", words, re.MULTILINE)


def test_a_person_can_play_step_by_step():
    text = "\n".join(["help", "moves", "X", "1", "undo", "w e10", "", "hint", "E10, F10,g10,h10,i10", "quit"])
    words = run("play", "duo", "--seed", 1, text=text)
    assert "e8,d9,e9,f9,e10" in words
    assert "number of a place" in words
    assert re.search(r"^1\. \w+ at \S+ \(\S+\)\n   wins black: \d+% \(± \d+\), white: \d+%$", words, re.MULTILINE)
    assert "black (seat 1) plays I5: e10,f10,g10,h10,i10" in words
    assert words.count("white (seat 2) plays") == 2
    assert words.splitlines()[-2].endswith("Goodbye.")
    assert words.splitlines()[-1] == "The game was not kept; with --save game.json it is."


def test_a_game_is_called_not_kept_only_if_something_was_played_since(tmp_path):
    path, move, answer = tmp_path / "game.json", "e10,f10,g10,h10,i10", "j5,i5,h5,g5,f5"
    people = ("--players", "person,person")
    text = f"{move}\nsave {path}\n"
    for last, is_kept in [("quit\n", True), ("undo\nquit\n", True), (f"{answer}\nquit\n", False)]:
        words = run("play", "duo", *people, text=text + last)
        assert "Saved to" in words and ("not kept" not in words) is is_kept, last
    assert len(cw.read_game(path).moves) == 1
    for text, is_kept in [("quit\n", True), (f"{answer}\nundo\nquit\n", True), (f"{answer}\nquit\n", False)]:
        words = run("play", "--load", path, *people, text=text)
        assert "Goodbye." in words and ("not kept" not in words) is is_kept, text
    assert "not kept" not in run("play", "duo", text="quit\n")


@pytest.mark.parametrize(
    "line, words",
    [
        ("a1", "The first black piece must cover e10."),
        ("zz99", "off the board"),
        ("xyzzy", "no cell"),
        ("shape Q", "There is no shape 'Q'"),
        ("I5 a1", "I5 does not fit over a1."),
        ("a1?", "Nothing fits over a1."),
        ("undo", "There is nothing to take back."),
        ("save", "Say where"),
        ("save /no/such/folder/game.json", "cannot be written"),
    ],
)
def test_bad_input_in_a_game_is_told_and_asked_again(line, words):
    answer = run("play", "duo", text=f"{line}\nquit\n")
    assert words in answer
    assert answer.splitlines()[-1].endswith("Goodbye.")


def test_a_number_outside_the_list_is_asked_again():
    words = run("play", "duo", text="X\n99\n1\nquit\n")
    assert "There is no place 99; the list goes from 1 to 5." in words
    assert "black (seat 1) plays X" in words


def test_a_game_without_input_ends_politely():
    assert run("play", "duo").splitlines()[-1] == "Goodbye."
    assert run("play").splitlines()[-1] == "Goodbye."


def test_the_menu_takes_numbers_and_names():
    assert "3D Tower. Type help" in run("play", text="9\nquit\n")
    words = run("play", text="go\n\nquit\n")
    assert "There is no game 'go'" in words and "Duo. Type help" in words


def test_a_game_can_be_saved_and_gone_on_with(tmp_path):
    path = tmp_path / "game.json"
    run("play", "dice-2", "--seed", 5, "--save", path, text="I4\n1\nquit\n")
    game = cw.read_game(path)
    assert game.seed == 5 and len(game.moves) >= 1
    words = run("play", "--load", path, "--players", "random,random")
    assert "The game is over." in words
    assert json.loads(run("show", path, "--json"))["ply"] == game.position.ply


def test_dice_need_no_die_when_it_is_plain_to_see(tmp_path):
    path = tmp_path / "game.json"
    game = cw.Game("dice-2")
    game.seed = 1
    game.roll("2 2")
    cw.write_game(game, path)
    words = run("play", "--load", path, text="a1,a2,a3,a4\nquit\n")
    assert "plays I4: 2:a1,a2,a3,a4" in words
    words = run("play", "--load", path, text="e5\n1*:e5\nquit\n")
    assert "No free die draws that" in words


def test_bench_prints_its_signature_first_and_appends_a_line(tmp_path):
    (tmp_path / "benchmarks").mkdir()
    first = run("bench", "--seconds", 0.01, cwd=tmp_path).splitlines()
    report = json.loads(run("bench", "--seconds", 0.01, "--json", cwd=tmp_path))
    lines = (tmp_path / "benchmarks" / "history.jsonl").read_text().splitlines()
    assert len(lines) == 2
    assert first[0] == f"signature {report['signature']}"
    assert json.loads(lines[1]) == report
    assert report["signature"] == (DATA / "signature.txt").read_text().strip()
    assert report["kernels"]


def test_an_interrupted_reader_is_no_error():
    piped = f"{shlex.join(PYTHON)} -m cornerwise rulesets | head -n 1"
    done = subprocess.run(["bash", "-c", piped], capture_output=True, text=True, timeout=60)
    assert done.stderr == ""


def _cpu_seconds(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) / os.sysconf("SC_CLK_TCK")


def test_a_long_count_can_be_stopped():
    words = [*PYTHON, "-m", "cornerwise", "perft", "classic-4", "9"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as counting:
        while _cpu_seconds(counting.pid) < 2:  # it has started and counts
            assert counting.poll() is None
            time.sleep(0.1)
        counting.send_signal(signal.SIGINT)
        try:
            _, error = counting.communicate(timeout=20)
        finally:
            counting.kill()
    assert "Traceback" not in error and counting.returncode != 0


def test_the_version_is_told():
    done = subprocess.run([*PYTHON, "-m", "cornerwise", "--version"], capture_output=True, text=True)
    assert done.stdout == f"cornerwise {cw.__version__}\n"


def test_switches_show_no_types():
    for words in ((), ("show",), ("moderate", "suspend")):
        assert "<bool>" not in run(*words, "--help")


def test_show_takes_a_step_of_a_game_and_says_what_it_wrote(tmp_path):
    game = cw.Game("duo")
    for _ in range(3):
        game.play(game.position.legal_moves[0])
    record = tmp_path / "game.json"
    cw.write_game(game, record)
    assert json.loads(run("show", record, "--ply", 1, "--json"))["position"] == game.main_line()[1].position.text
    told = command("show", record, "--svg", tmp_path / "a.svg")
    assert told.returncode == 0 and told.stderr.startswith("Wrote ") and "a.svg" in told.stderr
    for words in (("show", record, "--ply", 4), ("show", "duo", "--ply", 0)):
        refused = command(*words)
        assert refused.returncode == 2 and "--ply" in refused.stderr


def test_commands_speak_json(tmp_path):
    game = cw.Game("duo")
    game.play(game.position.legal_moves[0])
    cw.write_game(game, tmp_path / "game.json")
    advice = json.loads(run("advise", "duo", "--seconds", "0.05", "--count", 2, "--json"))
    assert len(advice["candidates"]) == 2 and cw.start("duo").is_legal(advice["candidates"][0]["move"])
    review = json.loads(run("review", tmp_path / "game.json", "--simulations", 20, "--json"))
    assert [move["move"] for move in review["moves"]] == [str(game.moves[0])]
    (result,) = json.loads(run("match", "greedy", "random", "--games", 2, "--json"))
    assert result["games"] == 2 and {"value", "low", "high"} <= set(result["elo"])
    paces = json.loads(run("speed", "--positions", 1, "--time", "0.01", "--json"))
    assert paces and all(pace["ours"] > 0 for pace in paces)
