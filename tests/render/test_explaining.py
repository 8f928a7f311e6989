"""Pictures that explain: ghosts, signs, numbers, heat, reach, candidates, moving pictures, pixels."""

import inspect
import io
import re
import time
import xml.etree.ElementTree as ElementTree
from typing import get_type_hints

import numpy as np
import pytest

import cornerwise as cw
from cornerwise.puzzle import puzzle, solve
from cornerwise.render.options import Options
from positions import random_game

SVG = "{http://www.w3.org/2000/svg}"


def count(picture: str, class_: str) -> int:
    return sum(class_ in element.get("class", "").split() for element in ElementTree.fromstring(picture).iter())


def test_the_options_have_one_list_of_names():
    asked = inspect.signature(cw.svg).parameters
    assert list(asked)[1:] == list(Options.__annotations__)
    position = cw.start("duo")
    assert position.svg(theme="dark", size=300) == cw.svg(position, theme="dark", size=300)


def test_styles_stay_inside_their_picture():
    position = random_game("duo", 6).position
    light, dark = position.svg(theme="light"), position.svg(theme="dark")
    names = [ElementTree.fromstring(picture).get("class") for picture in (light, dark)]
    assert names[0] != names[1]
    for name, picture in zip(names, (light, dark), strict=True):
        style = ElementTree.fromstring(picture).find(f"{SVG}style").text
        rules = re.findall(r"([^{}]+)\{[^{}]*\}", style)
        assert rules and all(rule.startswith(f".{name} ") for rule in rules)
        ids = [element.get("id") for element in ElementTree.fromstring(picture).iter() if element.get("id")]
        assert ids and all(id.startswith(name) for id in ids)
    assert position.svg(theme="light") == light  # the same picture is the same text


@pytest.mark.parametrize("name", ["classic-4", "dice-4", "3d-pyramid-4"])
def test_a_full_board_is_drawn_in_ten_milliseconds(name):
    position = random_game(name, 999, seed=3).position
    position.svg()
    best = float("inf")
    for _ in range(5):
        began = time.process_time()
        position.svg()
        best = min(best, time.process_time() - began)
    assert best < 0.010


@pytest.mark.parametrize("name", cw.rulesets())
def test_every_ruleset_can_be_explained(name):
    game = random_game(name, 7)
    while not game.position.legal_moves:
        game.undo()
    position = game.position
    moves = [position.legal_moves[0], position.legal_moves[-1]]
    cells = position.ruleset.board.cell_count
    picture = game.svg(
        ghosts=moves[:1],
        candidates={moves[1]: 0.25},
        signs={0: "cross", 1: "ring", 2: "12"},
        numbers=True,
        heat=np.linspace(-1, 1, cells),
        reach=True,
        view=1,
        size=321,
    )
    root = ElementTree.fromstring(picture)
    assert root.get("width") == "321"
    words = [element.text for element in root.iter(f"{SVG}text")]
    assert "25%" in words and "12" in words
    assert count(picture, "cw-warm") and count(picture, "cw-cold")
    assert len(game.svg(panel=False)) < len(game.svg(trays=False)) < len(game.svg())
    ElementTree.fromstring(game.svg(animated=True))


def test_numbers_follow_the_game():
    game = random_game("duo", 5)
    words = [
        e.text
        for e in ElementTree.fromstring(game.svg(numbers=True, panel=False, coordinates=False)).iter(f"{SVG}text")
    ]
    assert sorted(words) == ["1", "2", "3", "4", "5"]
    with pytest.raises(cw.CornerwiseError, match="draw the game"):
        game.position.svg(numbers=True)


def test_reach_is_what_the_next_piece_can_cover():
    for name in ("duo", "classic-3", "dice-2", "3d-stairs-2"):
        position = random_game(name, 8).position
        if position.turn.color is None:
            continue
        covered = {cell for move in position.legal_moves for cell in move.cells}
        found = set(position.reach(position.turn.color, position.turn.sheet).tolist())
        # A die allows the shapes of its row only; reach asks for every shape that is left.
        assert covered <= found if position.ruleset.rows else covered == found


def test_a_board_turns_toward_a_color():
    position = cw.start("classic-4")
    for color, cells in zip(position.ruleset.colors, position.ruleset.starts, strict=True):
        (cell,) = cells
        move = next(m for m in position.legal_moves if cell in m.cells) if color == "blue" else None
        picture = ElementTree.fromstring(position.svg(view=color, panel=False, coordinates=False, signs=[cell]))
        cross = next(e for e in picture.iter() if e.get("class") == "cw-sign")
        x, y = (float(part) for part in re.match(r"M([\d.]+) ([\d.]+)", cross.get("d")).groups())
        assert (x < 26, y > 19 * 26) == (True, True), (color, move)


def test_wrong_wishes_get_a_sentence():
    position = cw.start("duo")
    for wish in (
        {"size": 0}, {"size": "big"}, {"view": "green"}, {"view": 1.5}, {"ghosts": "e10"}, {"ghosts": [None]},
        {"ghosts": [("green", "e10")]}, {"signs": ["z99"]}, {"signs": {"a1": 5}}, {"signs": {"a1": "too long"}},
        {"heat": [1, 2]}, {"heat": {"a1": float("nan")}}, {"heat": {"a1": "hot"}}, {"heat": 5}, {"reach": ["green"]},
        {"reach": 5}, {"numbers": [5]}, {"numbers": 5}, {"candidates": 5}, {"candidates": {"e10": float("inf")}},
    ):  # fmt: skip
        with pytest.raises(cw.CornerwiseError) as error:
            position.svg(**wish)
        assert str(error.value).endswith("."), wish


def test_pixels_and_films():
    from PIL import Image

    game = random_game("duo", 4)
    with Image.open(io.BytesIO(game.png(size=200, theme="dark"))) as picture:
        assert picture.width == 200 and picture.getpixel((100, 2))[:3] < (60, 60, 60)
    with Image.open(io.BytesIO(game.gif(size=120))) as film:
        assert film.n_frames == len(game.frames()) == 5 and film.width == 120
    moving = game.svg(animated=True)
    assert moving.count("@keyframes") == 4 and "prefers-reduced-motion" in moving
    with pytest.raises(cw.CornerwiseError):
        game.gif(seconds=0)


def test_everything_shows_itself():
    game = random_game("duo", 6)
    engine = cw.Engine("duo", limit=cw.Limit(simulations=60), seed=1)
    advice, review = engine.advise(game.position), engine.review(game)
    assert advice.best.move.label in str(advice) and advice.best.move.label in advice._repr_html_()
    assert str(review).count("\n") > 6 and "<polyline" in review._repr_html_()
    assert "6. white" in str(game) and "<svg" in game._repr_svg_()
    assert "<svg" in game.moves[0]._repr_svg_() and game.moves[0].label in game.moves[0]._repr_svg_()
    solution = solve(puzzle("soma")).solution
    assert solution is not None and "Soma: 7 pieces" in str(solution) and "<svg" in solution._repr_svg_()


def test_hints_match_the_types_of_a_position():
    assert get_type_hints(Options, localns={"Move": cw.Move, "Placed": cw.Placed})["size"] == int | None
