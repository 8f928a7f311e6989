"""Terminal drawings of every ruleset."""

import io
import re

import pytest

import cornerwise as cw
from cornerwise.render import color_depth, shelf, terminal
from cornerwise.render.palette import PAINTS
from positions import random_game


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self):
        return True


def bare(text):
    return re.sub(r"\x1b\[[\d;]*m", "", text)


@pytest.mark.parametrize("name", cw.rulesets())
@pytest.mark.parametrize("depth", ["plain", "basic", "256", "truecolor"])
def test_every_ruleset_fits_a_terminal_of_eighty_columns(name, depth):
    game = random_game(name, 14)
    drawing = terminal(game.position, last=game.node.last_placed, dots=True, depth=depth)
    assert max(len(bare(line)) for line in drawing.splitlines()) <= 80
    assert ("\x1b" in drawing) == (depth != "plain")


@pytest.mark.parametrize("name", cw.rulesets())
def test_sixty_columns_are_enough(name):
    drawing = terminal(random_game(name, 14).position, dots=True, depth="plain", width=60)
    assert max(map(len, drawing.splitlines())) <= 60


@pytest.mark.parametrize("name", ["classic-4", "classic-3", "duo"])
def test_plain_letters_tell_the_color_of_every_cell(name):
    game = random_game(name, 15)
    position, board = game.position, game.position.ruleset.board
    filled = position.cell_colors()
    lines = terminal(position, last=game.node.last_placed, depth="plain").splitlines()
    for y in range(board.rows):
        row = lines[board.rows - 1 - y][3:].ljust(2 * board.columns)
        for x in range(board.columns):
            cell = board.cell(x, y)
            letter = "." if filled[cell] < 0 else PAINTS[position.ruleset.colors[filled[cell]]].letter
            if cell in game.moves[-1].cells:
                letter = letter.lower()
            assert row[2 * x] == letter


def test_plain_heights_tell_color_and_height_of_every_column():
    position = random_game("3d-wall-4", 15).position
    board = position.ruleset.board
    tops = {}
    for piece in position.placed:
        for cell in piece.cells:
            x, y, z = map(int, board.coordinates[cell])
            tops[x, y] = max(tops.get((x, y), (0, "")), (z + 1, piece.color))
    lines = terminal(position, depth="plain").splitlines()
    for (x, y), (height, color) in tops.items():
        row = lines[board.rows - 1 - y]
        assert row[3 + 4 * x : 5 + 4 * x] == f"{PAINTS[color].letter}{height}"


def test_dots_show_as_plus_signs_in_plain_text():
    drawing = terminal(cw.start("duo"), dots=True, depth="plain")
    assert drawing.splitlines()[4] == "10 . . . . + . . . . . . . . ."
    assert drawing.count("+") == 1


def test_the_starts_of_all_colors_are_marked_until_their_first_piece():
    drawing = terminal(cw.start("duo"), dots=True, depth="plain")
    assert drawing.splitlines()[9] == " 5 . . . . . . . . . o . . . ."
    drawing = terminal(cw.start("classic-4"), dots=True, depth="plain")
    assert (drawing.count("+"), bare(drawing.rsplit("\n", 1)[0]).count("o")) == (1, 3)
    position = cw.start("duo").play("e10,f10,g10,h10,i10")
    drawing = terminal(position.play("j5,k5"), dots=True, depth="plain").rsplit("\n", 1)[0]
    assert "o" not in drawing
    assert "○" in terminal(cw.start("duo"), dots=True, depth="truecolor")
    assert "o" not in terminal(cw.start("duo"), depth="plain")


def test_dice_sheets_stand_in_pairs_with_rows_and_strikes():
    position = cw.start("dice-2").roll("2 5")
    lines = terminal(position, depth="plain").splitlines()
    assert lines[0] == "Round 1, dice left: ⚁ 2  ⚄ 5"
    assert lines[2].split() == [
        "[B]",
        "Seat",
        "1",
        "blue",
        "81",
        "empty",
        "ooo",
        "[Y]",
        "Seat",
        "2",
        "yellow",
        "81",
        "empty",
        "ooo",
    ]
    assert lines[4].count("1: 1 2 I3 V3") == 2
    placed = position.play(position.legal_moves[0])
    assert terminal(placed, depth="plain").count("--") == len(placed.placed[0].shape) - 1


def test_color_depth_follows_the_environment():
    assert color_depth(io.StringIO(), {"TERM": "xterm-256color"}) == "plain"
    assert color_depth(Terminal(), {"TERM": "xterm-256color"}) == "256"
    assert color_depth(Terminal(), {"TERM": "xterm-256color", "COLORTERM": "truecolor"}) == "truecolor"
    assert color_depth(Terminal(), {"TERM": "xterm"}) == "basic"
    assert color_depth(Terminal(), {"TERM": "xterm", "NO_COLOR": "1"}) == "plain"
    assert color_depth(Terminal(), {"TERM": "dumb"}) == "plain"
    assert color_depth(io.StringIO(), {"TERM": "xterm", "FORCE_COLOR": "1"}) == "basic"


@pytest.mark.parametrize("name", ["duo", "3d-tower-2"])
@pytest.mark.parametrize("width", [20, 80])
def test_the_shelf_draws_every_shape_within_its_width(name, width):
    shapes = cw.ruleset(name).shapes
    captions = {shape.name: f"<{shape.name}>" for shape in shapes}
    color = cw.ruleset(name).colors[0]
    drawing = shelf(shapes, captions, color, "plain", width)
    assert max(map(len, drawing.splitlines())) <= width
    assert all(caption in drawing for caption in captions.values())
    if name == "duo":
        squares = drawing.count("\N{UPPER HALF BLOCK}") + drawing.count("\N{LOWER HALF BLOCK}")
        assert squares + 2 * drawing.count("\N{FULL BLOCK}") == 89
    colored = shelf(shapes, captions, color, "truecolor", width)
    assert bare(colored) == drawing


def test_a_move_is_marked_on_one_sheet_only():
    position = cw.start("dice-2").roll("1 1").play("1:a1")
    position = position.play("1:a1")  # the same cells on the other sheet
    drawing = terminal(position, last=position.ruleset.parse_move("1:a1"), depth="plain")
    assert len(re.findall(r"(?m)^ 1 [a-z] |(?<=\s) 1 [a-z] ", drawing)) == 1
