"""Bad input at every entry point: one exception of the family, one plain sentence, nothing changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cornerwise as cw
from cornerwise.ruleset import position_of_spec

DUO = cw.start("duo")
DICE = cw.start("dice-2")
ROLLED = DICE.roll("1 4")
TOWER = cw.start("3d-tower-4")


def finished() -> cw.Position:
    """A Duo game that is over."""
    position = DUO
    while not position.is_over:
        position = position.play(position.legal_moves[len(position.legal_moves) // 2])
    return position


OVER = finished()

REFUSED: dict[str, tuple[type[Exception], Callable[[], Any]]] = {
    "unknown ruleset": (cw.RulesetError, lambda: cw.start("chess")),
    "empty name": (cw.RulesetError, lambda: cw.ruleset("")),
    "long name": (cw.RulesetError, lambda: cw.ruleset("x" * 100_000)),
    "unknown option": (cw.RulesetError, lambda: cw.start("duo", corners="free")),
    "unknown value": (cw.RulesetError, lambda: cw.start("duo", starts="anywhere")),
    "value that is no text": (cw.RulesetError, lambda: cw.start("duo", starts=True)),  # type: ignore[arg-type]
    "options twice": (cw.RulesetError, lambda: cw.start(cw.ruleset("duo"), starts="free")),
    "name that is no text": (cw.WrongType, lambda: cw.start(7)),  # type: ignore[arg-type]
    "no name": (cw.WrongType, lambda: cw.start(None)),  # type: ignore[arg-type]
    "empty move": (cw.NotationError, lambda: DUO.play("")),
    "move off the board": (cw.NotationError, lambda: DUO.play("a15")),
    "move with a zero": (cw.NotationError, lambda: DUO.play("e010")),
    "move with a cell twice": (cw.NotationError, lambda: DUO.play("e10,e10")),
    "move with a comma too many": (cw.NotationError, lambda: DUO.play("e10,")),
    "move with a space in a cell": (cw.NotationError, lambda: DUO.play("e 10")),
    "move in other capitals": (cw.NotationError, lambda: DUO.play("\u216710")),
    "move with a null character": (cw.NotationError, lambda: DUO.play("e10\0")),
    "move with a lone surrogate": (cw.NotationError, lambda: DUO.play("\ud800")),
    "move with other digits": (cw.NotationError, lambda: DUO.play("e१०")),
    "endless move": (cw.NotationError, lambda: DUO.play("e10," * 100_000)),
    "move with a die without dice": (cw.NotationError, lambda: DUO.play("4:e10")),
    "move with a height without levels": (cw.NotationError, lambda: DUO.play("e10.1")),
    "move without its height": (cw.NotationError, lambda: TOWER.play("d3,e3")),
    "move under the ground": (cw.NotationError, lambda: TOWER.play("d3.0,d3.1")),
    "move above the roof": (cw.NotationError, lambda: TOWER.play("d3.9,d3.8")),
    "move outside the footprint": (cw.NotationError, lambda: TOWER.play("a1.1,a2.1")),
    "move without its die": (cw.NotationError, lambda: ROLLED.play("a1")),
    "move with die 0": (cw.NotationError, lambda: ROLLED.play("0:a1")),
    "move with die 7": (cw.NotationError, lambda: ROLLED.play("7:a1")),
    "move with two dice": (cw.NotationError, lambda: ROLLED.play("1:4:a1")),
    "move with two strikes": (cw.NotationError, lambda: ROLLED.play("1**:a1")),
    "cells that are no piece": (cw.IllegalMove, lambda: DUO.play("e10,g12")),
    "too many cells": (cw.IllegalMove, lambda: DUO.play("e10,f10,g10,h10,i10,j10")),
    "move away from the start": (cw.IllegalMove, lambda: DUO.play("a1")),
    "die that was not rolled": (cw.IllegalMove, lambda: ROLLED.play("2:a1,b1,c1,d1")),
    "shape of another row": (cw.IllegalMove, lambda: ROLLED.play("1:a1,b1,c1,d1")),
    "overhanging move": (cw.IllegalMove, lambda: TOWER.play("d3.2,d3.3")),
    "move before the roll": (cw.IllegalMove, lambda: DICE.play("1:a1")),
    "move after the end": (cw.IllegalMove, lambda: OVER.play("e10")),
    "move of another ruleset": (cw.IllegalMove, lambda: DUO.play(TOWER.legal_moves[0])),
    "negative number": (cw.NotationError, lambda: DUO.play(-1)),
    "number too large": (cw.NotationError, lambda: DUO.play(DUO.ruleset.move_count)),
    "number beyond all words": (cw.NotationError, lambda: DUO.play(10**5000)),
    "move that is a float": (cw.WrongType, lambda: DUO.play(1.5)),  # type: ignore[arg-type]
    "no move": (cw.WrongType, lambda: DUO.play(None)),  # type: ignore[arg-type]
    "move that is bytes": (cw.WrongType, lambda: DUO.play(b"e10")),  # type: ignore[arg-type]
    "explain nothing": (cw.WrongType, lambda: DUO.explain(None)),  # type: ignore[arg-type]
    "roll without dice": (cw.IllegalRoll, lambda: DUO.roll("1 2")),
    "roll after the roll": (cw.IllegalRoll, lambda: ROLLED.roll("1 2")),
    "roll after the end": (cw.IllegalRoll, lambda: OVER.roll("1 2")),
    "too few dice": (cw.IllegalRoll, lambda: DICE.roll("1")),
    "too many dice": (cw.IllegalRoll, lambda: DICE.roll("1 2 3")),
    "no dice": (cw.IllegalRoll, lambda: DICE.roll("")),
    "die with seven": (cw.NotationError, lambda: DICE.roll("1 7")),
    "faces with seven": (cw.IllegalRoll, lambda: DICE.roll([1, 7])),
    "faces with zero": (cw.IllegalRoll, lambda: DICE.roll((0, 1))),
    "roll with commas": (cw.NotationError, lambda: DICE.roll("1,2")),
    "roll without spaces": (cw.NotationError, lambda: DICE.roll("12")),
    "roll with a lone surrogate": (cw.NotationError, lambda: DICE.roll("\udfff 1")),
    "roll that is a number": (cw.WrongType, lambda: DICE.roll(3)),  # type: ignore[arg-type]
    "no roll": (cw.WrongType, lambda: DICE.roll(None)),  # type: ignore[arg-type]
    "faces that are letters": (cw.WrongType, lambda: DICE.roll(["a", "b"])),  # type: ignore[list-item]
    "empty position": (cw.NotationError, lambda: cw.Position.parse("")),
    "position without parts": (cw.NotationError, lambda: cw.Position.parse("duo")),
    "position with few parts": (cw.NotationError, lambda: cw.Position.parse("duo.0.")),
    "position with many parts": (cw.NotationError, lambda: cw.Position.parse("duo.0" + "." * 50_000)),
    "position of an unknown ruleset": (cw.RulesetError, lambda: cw.Position.parse("chess.0..")),
    "position of an unknown option": (cw.RulesetError, lambda: cw.Position.parse("duo~corners-free.0..")),
    "position of another ruleset": (cw.NotationError, lambda: cw.Position.parse("duo.0..", TOWER.ruleset)),
    "position cut off": (cw.NotationError, lambda: cw.Position.parse(OVER.text[:-1])),
    "position with a long turn": (cw.NotationError, lambda: cw.Position.parse(f"duo.0x{'f' * 9999}..")),
    "position with a lone surrogate": (cw.NotationError, lambda: cw.Position.parse("duo.\ud800..")),
    "position with a null character": (cw.NotationError, lambda: cw.Position.parse("duo.0\0..")),
    "position that is bytes": (cw.WrongType, lambda: cw.Position.parse(b"duo.0..")),  # type: ignore[arg-type]
    "position with a wrong ruleset": (cw.WrongType, lambda: cw.Position.parse("duo.0..", "duo")),  # type: ignore[arg-type]
    "supply of an unknown color": (cw.CornerwiseError, lambda: DUO.supply("pink")),
    "supply of an unknown seat": (cw.CornerwiseError, lambda: DICE.supply(2)),
    "supply of a color in dice": (cw.CornerwiseError, lambda: DICE.supply("blue")),
    "targets of an unknown color": (cw.CornerwiseError, lambda: DUO.targets("pink")),
    "colors of an unknown sheet": (cw.CornerwiseError, lambda: DUO.cell_colors(1)),
    "negative sheet": (cw.CornerwiseError, lambda: DICE.cell_colors(-1)),
    "sheet that is text": (cw.WrongType, lambda: DUO.cell_colors("a")),  # type: ignore[arg-type]
    "color that is a number": (cw.WrongType, lambda: DUO.targets(0)),  # type: ignore[arg-type]
    "supply of a number": (cw.WrongType, lambda: DUO.supply(0)),
    "depth that is text": (cw.WrongType, lambda: DUO.perft("1")),  # type: ignore[arg-type]
    "endless depth": (cw.CornerwiseError, lambda: DUO.perft(10**30)),
    "cell that is a fraction": (cw.WrongType, lambda: DUO.ruleset.board.cell_name(1.5)),  # type: ignore[arg-type]
    "cell of no name": (cw.NotationError, lambda: DUO.ruleset.board.edge_neighbors("a15")),
    "placement of nothing": (cw.WrongType, lambda: DUO.ruleset.atlas.find(None)),  # type: ignore[arg-type]
    "position of a name": (cw.WrongType, lambda: cw.Position("duo")),  # type: ignore[arg-type]
    "options of nothing": (cw.WrongType, lambda: cw.ruleset_options(None)),  # type: ignore[arg-type]
    "file that is a number": (cw.WrongType, lambda: cw.read_ruleset(7)),  # type: ignore[arg-type]
    "record that is a number": (cw.WrongType, lambda: cw.read_game(7)),  # type: ignore[arg-type]
    "move that is a truth": (cw.WrongType, lambda: DUO.play(True)),
    "die that is a truth": (cw.WrongType, lambda: DICE.roll([True, 1])),
    "roll of a hundred": (cw.IllegalRoll, lambda: cw.Roll([1, 100])),
    "pickle of nonsense": (cw.RulesetError, lambda: position_of_spec("nonsense", "duo.0..")),
    "negative depth": (cw.CornerwiseError, lambda: DUO.perft(-1)),
    "unknown cell": (cw.NotationError, lambda: DUO.ruleset.board.parse_cell("z99")),
    "unknown cell number": (cw.NotationError, lambda: DUO.ruleset.board.cell_name(196)),
    "neighbors of an unknown cell": (cw.NotationError, lambda: DUO.ruleset.board.edge_neighbors(196)),
    "corners of an unknown cell": (cw.NotationError, lambda: DUO.ruleset.board.corner_neighbors(-1)),
    "unknown move number": (cw.NotationError, lambda: DUO.ruleset.move(10**9)),
    "game of an unknown ruleset": (cw.RulesetError, lambda: cw.Game("chess")),
    "illegal move in a game": (cw.IllegalMove, lambda: cw.Game("duo").play("a1")),
    "impossible roll in a game": (cw.IllegalRoll, lambda: cw.Game("dice-2").roll([1, 7])),
    "ruleset file that is not there": (cw.MissingFile, lambda: cw.read_ruleset("no/such/file.toml")),
    "ruleset text that is no text": (cw.WrongType, lambda: cw.parse_ruleset(7)),  # type: ignore[arg-type]
    "ruleset text of another kind": (cw.RulesetError, lambda: cw.parse_ruleset("", kind="yaml")),
}


@pytest.mark.parametrize("what", REFUSED)
def test_refused(what: str) -> None:
    """The expected exception with a sentence; the positions involved stay as they are."""
    kind, attempt = REFUSED[what]
    texts = [position.text for position in (DUO, DICE, ROLLED, TOWER, OVER)]
    with pytest.raises(kind) as caught:
        attempt()
    assert [position.text for position in (DUO, DICE, ROLLED, TOWER, OVER)] == texts
    sentence = str(caught.value)
    assert sentence and len(sentence) < 1000 and "std::" not in sentence and "Traceback" not in sentence
    assert isinstance(caught.value, cw.CornerwiseError)
    assert sentence[-1] in ".!" and "\n" not in sentence and sentence.isprintable()


def test_the_family() -> None:
    """One family: whoever catches CornerwiseError or ValueError catches all of it."""
    for kind in (cw.IllegalMove, cw.IllegalRoll, cw.NotationError, cw.RulesetError, cw.WrongType):
        assert issubclass(kind, cw.CornerwiseError)
    assert issubclass(cw.CornerwiseError, ValueError) and issubclass(cw.WrongType, TypeError)


@pytest.mark.parametrize(("position", "words"), [(DUO, "from a to n, its rows from 1 to 14"), (TOWER, "like d3.1")])
def test_a_wrong_cell_is_told_what_cells_there_are(position: cw.Position, words: str) -> None:
    """The sentence shows how cells are written here."""
    with pytest.raises(cw.NotationError, match=f'"z9" .*{words}'):
        position.play("z9")
    with pytest.raises(cw.NotationError, match=f'"z9" .*{words}'):
        position.ruleset.board.parse_cell("z9")


@pytest.mark.parametrize("thing", [None, 1.5, b"e10", object(), [], "nonsense", -1])
def test_what_is_no_move_is_not_among_the_legal_ones(thing: object) -> None:
    """`in` answers, whatever it is asked."""
    assert thing not in DUO.legal_moves


BROKEN_FILES = {
    "no-table.json": "[1, 2]",
    "broken.json": '{"name": "x"',
    "broken.toml": "name = ",
    "empty.toml": "",
    "deep.json": '{"name": ' + "[" * 100_000 + "]" * 100_000 + "}",
    "unknown-base.toml": 'name = "mine"\nextends = "chess"',
    "taken-name.toml": 'name = "duo"\nextends = "duo"',
    "no-name.toml": 'extends = "duo"',
    "odd-name.toml": 'name = "a.b"\nextends = "duo"',
    "unknown-axis.toml": 'name = "mine"\nextends = "duo"\nflavor = "sweet"',
    "huge-board.toml": 'name = "mine"\nextends = "duo"\nboard = { columns = 60, rows = 60 }',
    "no-board.toml": 'name = "mine"\nextends = "duo"\nboard = { columns = 0, rows = 3 }',
    "board-of-text.toml": 'name = "mine"\nextends = "duo"\nboard = "large"',
    "start-outside.toml": 'name = "mine"\nextends = "duo"\nstarts = { cells = ["z99", "a1"] }',
    "few-starts.toml": 'name = "mine"\nextends = "duo"\nstarts = { cells = ["a1"] }',
    "no-shapes.toml": 'name = "mine"\nextends = "duo"\nshapes = {}',
    "gap.toml": 'name = "mine"\nextends = "duo"\nshapes = { G = ["#.#"] }',
    "giant.toml": 'name = "mine"\nextends = "duo"\nshapes = { G = ["#########"] }',
    "rows.toml": 'name = "mine"\nextends = "dice-2"\n[turns.rows]\n7 = ["1"]',
    "row-twice.toml": 'name = "mine"\nextends = "dice-2"\n[turns.rows]\n6 = ["1", "F", "Z5", "X"]',
    "strikes.toml": 'name = "mine"\nextends = "dice-2"\nturns = { strikes = -1 }',
    "not-a-number.json": '{"name": "mine", "extends": "duo", "seats": NaN}',
    "seats.toml": 'name = "mine"\nextends = "duo"\nseats = 9',
    "latin.toml": "name = '\xff'",
    "long.toml": 'name = "mine"\nextends = "duo"\n#' + "x" * 999_999,
    "unreadable-title.toml": 'name = "mine"\nextends = "duo"\ntitle = "\\u0000"',
    "two-lines.toml": 'name = "mine"\nextends = "duo"\nnotes = ["a\\nb"]',
    "tuning-elsewhere.toml": 'name = "mine"\nextends = "duo"\ntuning = "../duo"',
    "tuning-number.toml": 'name = "mine"\nextends = "duo"\ntuning = 3',
    "players-of-text.toml": 'name = "mine"\nextends = "3d-wall-4"\nplayers = "2"',
    "other-digits.toml": 'name = "mine"\nextends = "duo"\nshapes = { A = "०००" }',
    "other-heights.toml": 'name = "mine"\nextends = "3d-wall-4"\nboard = { plan = "٣٣" }',
    "no-start.toml": 'name = "mine"\nextends = "duo"\nstarts = { choice = "free", cells = [] }',
    "seat-without-color.toml": 'name = "mine"\nextends = "duo"\nseats = 3',
    "all-shared.toml": 'name = "mine"\nextends = "duo"\nowners = ["shared", "shared"]',
    "same-shape.toml": 'name = "mine"\nextends = "duo"\nshapes = { A = ["##"], B = ["#", "#"] }',
    "slash.toml": 'name = "../mine"\nextends = "duo"',
}


@pytest.mark.parametrize("name", BROKEN_FILES)
def test_broken_ruleset_files(name: str, tmp_path: Path) -> None:
    """A ruleset file that makes no sense is refused with a sentence."""
    path = tmp_path / name
    path.write_bytes(BROKEN_FILES[name].encode("latin-1" if name == "latin.toml" else "utf-8"))
    with pytest.raises(cw.RulesetError) as caught:
        cw.read_ruleset(path)
    assert str(caught.value) and len(str(caught.value)) < 1000


def test_a_folder_is_no_ruleset_file(tmp_path: Path) -> None:
    """A path that cannot be read is refused."""
    with pytest.raises(cw.FileError):
        cw.read_ruleset(tmp_path)


def test_a_large_file_is_not_read(tmp_path: Path) -> None:
    """A ruleset is small; nobody reads a gigabyte to find that out."""
    path = tmp_path / "large.toml"
    path.write_bytes(b"#" * 2_000_000)
    with pytest.raises(cw.RulesetError):
        cw.read_ruleset(path)


def test_a_mark_at_the_beginning_is_no_fault(tmp_path: Path) -> None:
    """Some editors write a byte order mark."""
    path = tmp_path / "mine.toml"
    path.write_bytes("name = 'mine'\nextends = 'duo'".encode("utf-8-sig"))
    assert cw.read_ruleset(path).name == "mine"


def test_a_long_text_is_refused_at_once() -> None:
    """Text from elsewhere is limited like a file."""
    with pytest.raises(cw.RulesetError, match="longer"):
        cw.parse_ruleset("name = '" + "x" * 10_000_000 + "'")
