"""Whatever is handed to whatever is public: an answer, or an exception of the family."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cornerwise as cw
from cornerwise import render

DUO = cw.start("duo")
DICE = cw.start("dice-2")
ROLLED = DICE.roll("1 4")

JUNK: list[Any] = [
    None, True, -1, 0, 3, 10**30, 1.5, float("nan"), "", "x", "\0", "\ud800", b"x", [], [1], ["a"], {}, {"a": 1},
    (1, 2), set(), object(), type, len, DUO, DUO.ruleset, DUO.legal_moves[0], cw.Game("duo"), cw.Node(DUO),
]  # fmt: skip


#: What Python itself answers: constructors that do not exist, calls with too many or too few arguments, and what a
#: function that we were given raises.
BY_PYTHON = {
    "Advice", "Book", "Visitor", "visit_games", "write_games", "GtpPlayer",
    "Player", "Puzzle", "Reason", "Review", "Solution",
    "canonical", "frames", "png", "puzzles", "rulesets", "setup", "svg", "write_game",
    "shelf", "cell", "__hash__", "__len__", "__getitem__", "main_line", "redo", "undo", "path", "walk", "play_on",
}  # fmt: skip


def things() -> dict[str, object]:
    """One thing of every public kind."""
    game = cw.Game("duo")
    game.play(DUO.legal_moves[0])
    return {
        "Position": DUO,
        "Position with dice to roll": DICE,
        "Position with dice rolled": ROLLED,
        "Ruleset": DUO.ruleset,
        "Board": DUO.ruleset.board,
        "Atlas": DUO.ruleset.atlas,
        "Shape": DUO.ruleset.shapes[3],
        "Move": DUO.legal_moves[0],
        "LegalMoves": DUO.legal_moves,
        "Turn": DUO.turn,
        "Roll": next(iter(DICE.rolls)),
        "Placed": game.position.placed[0],
        "Reason": DUO.explain("a1"),
        "Game": game,
        "Node": game.node,
    }


def callables() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every public function, constructor and method; perft is left out, since any small number is a fine depth."""
    for module in (cw, render):
        for name in module.__all__:
            if callable(found := getattr(module, name)) and name not in ("Marks", "Tones", "color_depth"):
                yield name, found
    yield "Table", cw.Table
    yield "Position.parse", cw.Position.parse
    yield "Position.parse with a ruleset", lambda junk: cw.Position.parse("duo.0..", junk)
    yield "Position.setup of", lambda junk: cw.Position.setup("duo", junk)
    yield "Position.setup of a color", lambda junk: cw.Position.setup("duo", {"black": junk})
    yield "Position.setup with a turn", lambda junk: cw.Position.setup("duo", {}, junk)
    yield "start with an option", lambda junk: cw.start("duo", starts=junk)
    yield "svg with a last move", lambda junk: render.svg(DUO, last=junk)
    yield "svg with a view", lambda junk: render.svg(DUO, view=junk)
    for option in ("size", "ghosts", "signs", "numbers", "heat", "reach", "candidates", "theme", "marks"):
        yield f"svg with {option}", lambda junk, option=option: DUO.svg(**{option: junk})
    yield "column of a cell", lambda junk: DUO.ruleset.board.cell(junk, 0)
    yield "write_game to", lambda junk: cw.write_game(cw.Game("duo"), junk)
    yield "write_game of", lambda junk: cw.write_game(junk, "record.json")
    for kind, thing in things().items():
        for name in dir(thing):
            special = name in ("__getitem__", "__contains__", "__eq__", "__lt__", "__hash__", "__len__")
            if (special or not name.startswith("_")) and name != "perft" and callable(getattr(thing, name)):
                yield f"{kind}.{name}", getattr(thing, name)


CALLABLES = dict(callables())


@pytest.mark.parametrize("name", CALLABLES)
def test_wrong_types(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No other exception, no crash, and the positions stay as they are."""
    monkeypatch.chdir(tmp_path)
    before = [hash(position) for position in (DUO, DICE, ROLLED)]
    for junk in JUNK:
        try:
            CALLABLES[name](junk)
        except cw.CornerwiseError as error:
            assert str(error) and "\n" not in str(error)
        except TypeError:
            assert name.split(".")[-1] in BY_PYTHON
        except IndexError:
            assert name.endswith("__getitem__")
    assert [hash(position) for position in (DUO, DICE, ROLLED)] == before


@pytest.mark.parametrize("ask", [DUO.explain, DUO.play, DUO.is_legal, DUO.ruleset.move, DUO.legal_moves.__getitem__])
def test_an_array_of_several_numbers_is_no_number(ask: Callable[[Any], Any]) -> None:
    # NumPy says that every array is a number, until it is asked which.
    for several in (np.zeros(3), np.array([5, 6])):
        with pytest.raises(cw.WrongType, match=r"^[^\n]+\.$"):
            ask(several)
