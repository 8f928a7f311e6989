"""The game on the whole screen: what is seen before it is placed, in 60 columns and without color, and what is kept."""

import contextlib
import os
import pty
import re
import select
import subprocess
import sys
import time

import pytest

import cornerwise as cw
from cornerwise.cli.games.board import BoardTable
from cornerwise.cli.games.hand import Hand
from cornerwise.cli.games.screen import Screen
from positions import random_game


def bare(lines):
    return [re.sub(r"\x1b\[[\d;]*m", "", line) for line in lines]


def ready(table):
    """A table of people that waits for a key."""
    table._go_on()
    return table


@pytest.mark.parametrize("name", cw.rulesets())
@pytest.mark.parametrize("depth", ["plain", "truecolor"])
def test_every_game_fits_sixty_columns_and_shows_the_piece_in_hand(name, depth):
    game = random_game(name, 6)
    table = ready(BoardTable(game, [None] * game.ruleset.seats, depth))
    lines = bare(table.lines(60, 24))
    assert max(map(len, lines)) <= 60 and len(lines) <= 24
    assert sum(line.count("#" if depth == "plain" else "▒") for line in lines) >= 1
    assert "Enter places" in " ".join(lines) and "? help" in lines[-1]


def test_a_screen_that_is_too_small_says_what_is_needed():
    table = ready(BoardTable(cw.Game("classic-4"), [None] * 4, "plain"))
    assert table.lines(40, 10) == ["Make the window larger: 43 by 24", "characters are needed."]
    assert len(table.lines(43, 24)) == 24


def test_keys_carry_turn_flip_and_place():
    table = ready(BoardTable(cw.Game("duo"), [None, None], "plain"))
    table.hand = Hand(table.game.position, "L5")
    before = table.hand.cells
    for key in ("space", "R", "f", "f"):
        table._press(key)
    assert table.hand.cells == before
    for key in ["left"] * 20 + ["down"] * 20:
        table._press(key)
    assert table.hand.at == (0, 0) and table.hand.move is None
    assert any("x" in line for line in table.lines(60, 24)), "a piece that does not fit is crossed out"
    table._press("enter")
    assert table.message == "The first black piece must cover e10." and not table.game.moves
    table._press("g")
    shown = table.hand.move
    table._press("enter")
    assert table.game.moves == (shown,)
    table._go_on()
    for key in ("tab", "back tab", "G", "Z", "s"):
        table._press(key)
    assert table.message.startswith("Start with --save")
    table._press("u")
    assert not table.game.moves
    table._press("u")
    assert table.message == "There is nothing to take back."
    table._press("y")
    assert table.game.moves == (shown,)


@pytest.mark.parametrize("name", ["duo", "classic-3", "dice-2", "3d-pyramid-2"])
def test_every_legal_move_can_be_held_and_is_told_as_it_will_be_played(name):
    game = random_game(name, 5, seed=2)
    position = game.position
    hand = Hand(position, position.legal_moves[0].shape)
    for move in position.legal_moves:
        hand.lay(move)
        assert hand.move is not None and hand.move.cells == move.cells and position.is_legal(hand.move)
        assert not hand.move.strike or all(other.strike for other in position.legal_moves if other.cells == move.cells)


def test_a_strike_needs_a_second_enter():
    game = cw.Game("dice-2")
    game.seed = 5
    table = ready(BoardTable(game, [None, None], "plain"))
    plain = {move.cells for move in game.legal_moves if not move.strike}
    table.hand.lay(next(move for move in game.legal_moves if move.cells not in plain))
    table._press("enter")
    assert not game.moves and "takes a strike" in table.message
    table._press("enter")
    assert game.moves[0].strike


@pytest.mark.parametrize("keys", [["left", "right"], ["g"], ["Z"]])
def test_a_strike_is_asked_for_again_after_any_other_key(keys):
    game = cw.Game("dice-2")
    game.seed = 5
    table = ready(BoardTable(game, [None, None], "plain"))
    plain = {move.cells for move in game.legal_moves if not move.strike}
    struck = next(move for move in game.legal_moves if move.cells not in plain)
    for _ in range(2):
        table.hand.lay(struck)
        table._press("enter")
        assert not game.moves and "takes a strike" in table.message
        for key in keys:
            table._press(key)
    table.hand.lay(struck)
    table._press("enter")
    table._press("resize")
    table._press("enter")
    assert game.moves == (struck,)


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        (b"\x1b[1;2Qu", ["\x1b[1;2Q", "u"]),  # Shift-F2
        (b"\x1b[15~\x1b[A", ["\x1b[15~", "up"]),  # F5
        (b"\x1b[1;5D\x1b[Zq", ["\x1b[1;5D", "back tab", "q"]),
        (b"\x1bOQ\x1bOAg", ["\x1bOQ", "up", "g"]),  # F2
        (b"\x1b\x1b[1;2Qg", ["\x1b\x1b[1;2Q", "g"]),  # with Alt
        ("éq€q🎲q".encode(), ["é", "q", "€", "q", "🎲", "q"]),
        (b"\x1b", ["escape"]),
        (b"\x1b[", ["\x1b["]),
    ],
)
def test_a_key_is_read_whole(typed, keys):
    screen = Screen()
    screen._number, writer = os.pipe()
    screen._reader, resizes = os.pipe()
    os.write(writer, typed)
    os.close(writer)
    assert [screen.key() for _ in keys] == keys
    with pytest.raises(EOFError):
        screen.key()
    for number in (screen._number, screen._reader, resizes):
        os.close(number)


def play(arguments, keys, tmp_path, size=(24, 60)):
    """Plays at a terminal of its own; what it showed, and how it ended."""
    main, other = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "LINES": str(size[0]), "COLUMNS": str(size[1])}
    command = [sys.executable, "-m", "cornerwise", "play", *arguments]
    process = subprocess.Popen(
        command, stdin=other, stdout=other, stderr=other, cwd=tmp_path, env=environment, start_new_session=True
    )
    os.close(other)
    shown = b""

    def read_until(words):
        nonlocal shown
        end = time.monotonic() + 300
        while words not in shown:
            assert time.monotonic() < end, shown.decode(errors="replace")[-2000:]
            if select.select([main], [], [], 0.1)[0]:
                shown += os.read(main, 65536)

    read_until(b"? help")
    for key, words in keys:
        shown = b""
        os.write(main, key)
        read_until(words)
    with contextlib.suppress(OSError):  # the other end is closed
        while data := os.read(main, 65536):
            shown += data
    os.close(main)
    return process.wait(300), shown.decode(errors="replace")


def test_a_game_at_a_real_terminal_is_kept(tmp_path):
    keys = [
        (b"\x1b[D", b"? help"),
        (b"g", b"Enter places"),
        (b"\r", b"White plays"),
        (b"s", b"Saved to game.json."),
        (b"q", b"\x1b[?1049l"),
    ]
    code, said = play(["duo", "-p", "person,greedy", "--seed", "1", "--save", "game.json"], keys, tmp_path)
    assert code == 0 and "Saved to game.json." in said
    assert len(cw.read_game(tmp_path / "game.json").moves) == 2


@pytest.mark.parametrize("name", ["classic-4", "dice-2"])
def test_show_breaks_no_word_at_a_terminal_of_sixty_columns(name, tmp_path):
    main, other = pty.openpty()
    environment = {**os.environ, "COLUMNS": "60"}
    command = [sys.executable, "-m", "cornerwise", "show", name, "--plain"]
    subprocess.run(command, stdin=other, stdout=other, cwd=tmp_path, env=environment, check=True, timeout=120)
    os.close(other)
    said = b""
    with contextlib.suppress(OSError):  # the other end is closed
        while data := os.read(main, 65536):
            said += data
    os.close(main)
    assert max(map(len, said.decode().splitlines())) <= 60 and "Scores: seat 1" in said.decode().replace("\r\n", " ")


def test_leaving_says_what_was_not_kept(tmp_path):
    keys = [(b"g", b"Enter places"), (b"\r", b"White plays"), (b"q", b"\x1b[?1049l")]
    code, said = play(["duo", "-p", "person,greedy", "--seed", "1"], keys, tmp_path)
    assert code == 0 and "The game was not kept; with --save game.json it is." in said
