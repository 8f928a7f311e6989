"""Blocks of code in the docs: Python without prompts runs, commands are read by the real parser, and quick ones run."""

import re
import shlex
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import cornerwise as cw
from cornerwise.cli import app
from interpreter import PYTHON

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
BLOCK = re.compile(
    r"(?:<!-- not run: (?P<reason>[^>]+) -->\n\n?)?```(?P<kind>\w*)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE
)
#: Beginnings of examples that are only parsed, and why. What they do is tested in rooms of their own.
PARSED_ONLY = {
    "advise game.json --seconds 10": "thinks for ten seconds",
    "backup": "needs a server's data",
    "bench": "measures for minutes",
    "bot": "needs a server's data",
    "calibrate": "plays for hours",
    "count fours": "counts for many seconds",
    "gtp": "waits for another program",
    "learn": "learns for minutes",
    "match": "plays for minutes",
    "mcp": "waits for another program",
    "moderate": "needs a server's data",
    "play": "waits for a person",
    "ratings": "needs a server's data",
    "review": "thinks for many seconds",
    "selfplay": "plays for minutes",
    "serve": "runs until it is stopped",
    "show game.json --gif": "draws for many seconds",
    "solve all-84-17x21": "searches for many seconds",
    "speed": "measures for minutes",
    "tournament": "plays for minutes",
    "worker": "runs until it is stopped",
}


def blocks(kind):
    """The blocks of a kind that are not examples with prompts, each with its page and the reason not to run it."""
    for page in PAGES:
        for found in BLOCK.finditer(page.read_text("utf-8")):
            if found["kind"] == kind and ">>>" not in found["text"]:
                yield page.name, found["text"], found["reason"]


def commands():
    """Every command line of the docs, in fenced and in indented blocks, without its comment."""
    for page in PAGES:
        lines = page.read_text("utf-8").splitlines()
        is_fenced = False
        for line in lines:
            if line.startswith("```"):
                is_fenced = not is_fenced
            elif (is_fenced or line.startswith("    ")) and line.strip().startswith("cornerwise "):
                said = re.sub(r"\$\(.*?\)", "today", line)  # what a shell fills in
                yield tuple(shlex.split(said, comments=True)[1:])


COMMANDS = sorted(set(commands()))
QUICK = [words for words in COMMANDS if not " ".join(words).startswith(tuple(PARSED_ONLY))]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the files the examples name."""
    monkeypatch.chdir(tmp_path)
    game = cw.Game("duo")
    for _ in range(14):
        game.play(cw.GreedyPlayer(seed=1).choose(game.position))
    game.undo()
    game.play(game.position.legal_moves[0])  # a second line
    cw.write_game(game, "game.json")
    cw.write_game(game, "game.blksgf")
    return tmp_path


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_line_is_understood(words):
    command = typer.main.get_command(app)
    context = command.make_context("cornerwise", list(words), resilient_parsing=False)
    rest = list(words)
    while hasattr(command, "resolve_command"):
        name, command, rest = command.resolve_command(context, rest)
        context = command.make_context(name, list(rest), parent=context)
    assert not context.args or hasattr(command, "commands")


@pytest.mark.parametrize("words", QUICK, ids=" ".join)
def test_quick_command_lines_run(words, folder):
    done = CliRunner().invoke(app, list(words), env={"COLUMNS": "100", "TERM": "dumb"})
    assert done.exit_code == 0, done.output
    written = [words[at + 1] for at, word in enumerate(words) if word in ("--pdf", "--svg", "--stl", "--png", "--out")]
    assert all((folder / name).stat().st_size for name in written)


def test_no_reason_is_left_over():
    assert len(COMMANDS) > 80 and len(QUICK) > 25
    lines = [" ".join(words) for words in COMMANDS]
    assert not [start for start in PARSED_ONLY if not any(line.startswith(start) for line in lines)]


@pytest.mark.parametrize(("page", "text", "reason"), list(blocks("python")))
def test_python_without_prompts_runs_or_says_why_not(page, text, reason, folder):
    code = compile(text, page, "exec")
    if reason:
        return
    # Where the docs start Pentobi, the tests start our own engine.
    ours = " ".join([*PYTHON, "-m", "cornerwise", "gtp", "--ruleset", "duo", "--level", "1"])
    if "pentobi-gtp" in text:
        code = compile(re.sub(r'"pentobi-gtp [^"]*"', repr(ours), text), page, "exec")
    found = {}
    exec(code, found)
    assert len(found) > 1
    if "Mine" in found:  # the player of a tournament
        game = cw.play_game([found["Mine"](1), cw.GreedyPlayer(seed=1)], "duo")
        assert game.position.is_over
    if "pentobi-gtp" in text:
        assert found["move"] in found["position"].legal_moves
