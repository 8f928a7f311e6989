"""Names that somebody who comes from python-chess guesses, and what wrong guesses are told."""

from __future__ import annotations

import copy
import inspect
import pickle
import pydoc
import re
from dataclasses import replace
from pathlib import Path

import pytest

import cornerwise as cw
from cornerwise.guess import HINTS
from positions import random_game


@pytest.mark.parametrize("name", ["duo", "classic-3", "dice-3", "3d-stairs-2"])
def test_positions_print_as_boards_and_keep_a_text(name: str) -> None:
    for position in (node.position for node in random_game(name, 999, seed=3).main_line()):
        assert str(position) == cw.terminal(position, depth="plain")
        assert cw.Position.parse(position.text) == position
        assert position.text in repr(position)


@pytest.mark.parametrize("name", ["duo", "classic-2", "dice-2", "3d-tower-3"])
def test_pieces_are_found_by_their_cells(name: str) -> None:
    position = random_game(name, 999, seed=4).position
    board = position.ruleset.board
    for sheet in range(position.ruleset.sheets):
        lying = {cell: piece for piece in position.placed if piece.sheet == sheet for cell in piece.cells}
        for cell in range(board.cell_count):
            assert position.piece_at(cell, sheet) == lying.get(cell) == position.piece_at(board.cell_name(cell), sheet)
    for wrong in (-1, board.cell_count, "zz9", "", 1.5, None):
        with pytest.raises(cw.CornerwiseError):
            position.piece_at(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("player", [cw.RandomPlayer(1), cw.GreedyPlayer(1)])
def test_players_want_a_position(player: cw.Player) -> None:
    for wrong in ("duo", None, 3, cw.ruleset("duo")):
        with pytest.raises(cw.WrongType, match="Position"):
            player.choose(wrong)  # type: ignore[arg-type]


def test_legality_is_one_question() -> None:
    position = cw.start("duo")
    legal = {move.id for move in position.legal_moves}
    assert all(position.is_legal(move) == (move in legal) for move in range(0, position.ruleset.move_count, 7))
    assert position.is_legal("E10, E9") and not position.is_legal("nonsense")
    with pytest.raises(cw.WrongType):
        position.is_legal(None)  # type: ignore[arg-type]


def test_labels_say_shape_and_place() -> None:
    assert cw.start("duo").ruleset.parse_move("e8,d9,e9,f9,e10").label == "X at d8–f10"
    assert cw.start("duo").ruleset.parse_move("e10").label == "1 at e10"
    assert cw.start("3d-tower-2").ruleset.parse_move("d3.1,d3.2").label == "I2 at d3.1–d3.2"
    rolled = cw.start("dice-2").roll("3 6")
    assert rolled.ruleset.parse_move("3:a1,a2,b2,b3").label == "Z4 at a1–b3 by die 3"
    assert rolled.ruleset.parse_move("3*:a1").label == "1 at a1 by a strike, die 3"


@pytest.mark.parametrize("name", ["duo", "dice-2", "classic-teams"])
def test_a_game_answers_for_its_position(name: str) -> None:
    game = random_game(name, 999, seed=5)
    for node in game.main_line():
        game.goto(node)
        at = game.position
        assert (game.turn, game.is_over, game.winners) == (at.turn, at.is_over, at.winners)
        assert list(game.legal_moves) == list(at.legal_moves)
    assert game.is_over and game.winners


@pytest.mark.parametrize(
    "kind", [cw.Ruleset, cw.Move, cw.Board, cw.Atlas, cw.Shape, cw.Symmetry, cw.Turn, cw.Placed, cw.LegalMoves]
)
def test_what_nobody_makes_says_where_it_comes_from(kind: type) -> None:
    for given in ((), ("duo",), (1, 2)):
        with pytest.raises(cw.WrongType, match=r"ruleset|position"):
            kind(*given)
    with pytest.raises(cw.WrongType):
        kind(name="duo")


def test_help_names_every_option_of_a_picture() -> None:
    from cornerwise.render.options import Options

    for picture in (cw.Position.svg, cw.Game.svg):
        told = re.search(r"Options, all by name: ([a-z,\s]+);", picture.__doc__ or "")
        assert told is not None and re.split(r",\s+", told[1]) == list(Options.__annotations__)


def test_the_pictures_of_a_position_show_their_options_to_inspect() -> None:
    """Each option with its default, the same as those of the function that draws."""
    drawn = inspect.signature(cw.svg).parameters.values()
    defaults = [(each.name, each.kind, each.default) for each in drawn][1:]
    position = cw.start("duo")
    for picture, result in ((position.svg, "str"), (position.png, "bytes")):
        signature = inspect.signature(picture)
        assert [(each.name, each.kind, each.default) for each in signature.parameters.values()] == defaults
        assert signature.return_annotation == result
        told = pydoc.plain(pydoc.render_doc(picture))
        assert "size: " in told and "candidates: " in told and "(*, " in told
    assert position.svg(size=300) == cw.svg(position, size=300)
    with pytest.raises(TypeError, match="sise"):
        position.svg(sise=300)  # type: ignore[call-arg]


def test_puzzles_and_pictures_are_at_the_front_door() -> None:
    outcome = cw.solve("soma", seed=1)
    assert outcome.solution is not None and outcome.solution.puzzle.name == "soma"
    assert "soma" in cw.puzzles()
    assert cw.png(cw.start("duo"), size=64).startswith(b"\x89PNG")
    assert cw.GtpPlayer.__module__ == "cornerwise.arena.gtp_player"
    with pytest.raises(cw.PuzzleError, match="did you mean soma"):
        cw.solve("somma")
    with pytest.raises(cw.WrongType, match="Puzzle"):
        cw.solve(cw.start("duo"))  # type: ignore[arg-type]


def test_puzzles_and_what_became_of_them_show_themselves() -> None:
    outcome = cw.solve("soma", seed=1)
    assert outcome.solution is not None
    assert str(outcome) == str(outcome.solution) and outcome._repr_svg_() == outcome.solution._repr_svg_()
    soma = outcome.solution.puzzle
    assert str(soma).startswith("Soma: ") and soma._repr_svg_() == soma.svg() != outcome._repr_svg_()
    hopeless = replace(outcome, solution=None, is_impossible=True)
    assert str(hopeless).startswith("Proved impossible: ") and hopeless._repr_svg_() is None


def test_a_name_that_is_not_there_is_told_with_its_neighbors() -> None:
    """Python itself suggests `Ruleset` then; it needs the name and the module."""
    with pytest.raises(AttributeError, match="'Rulset'") as wrong:
        cw.Rulset  # noqa: B018
    assert (wrong.value.name, wrong.value.obj) == ("Rulset", cw)


def test_puzzles_refuse_what_no_search_can_begin_with() -> None:
    for wrong in ({"seed": None}, {"seed": 1.5}, {"limit": ""}, {"limit": True}):
        with pytest.raises(cw.WrongType):
            cw.solve("soma", **wrong)  # type: ignore[arg-type]
    for odd in ({"seed": -1}, {"seed": 10**30}, {"method": "x"}, {"method": None}):
        with pytest.raises(cw.PuzzleError, match=r"seed is a whole number|there are auto, .*cpsat"):
            cw.solve("soma", **odd)  # type: ignore[arg-type]
    assert cw.open_puzzle("soma") == cw.solve("soma").solution.puzzle  # type: ignore[union-attr]
    with pytest.raises(cw.WrongType):
        cw.open_puzzle(None)  # type: ignore[arg-type]


def test_books_and_programs_refuse_what_they_are_not_made_of() -> None:
    rules = cw.ruleset("duo")
    for junk in (None, 3, object, cw.start("duo")):
        for make in (
            lambda junk: cw.Book(junk),
            lambda junk: cw.GtpPlayer(junk, rules),
            lambda junk: cw.GtpPlayer("true", junk),
            lambda junk: cw.Engine("duo", tuning=junk) if junk is not None else cw.Book(junk),
        ):
            with pytest.raises(cw.WrongType):
                make(junk)
    for junk in (None, "", "1"):
        with pytest.raises(cw.WrongType):
            cw.GtpPlayer("true", rules, junk)  # type: ignore[arg-type]
    with pytest.raises(cw.PlayerError, match="makes no sense"):
        cw.GtpPlayer("'", rules)
    assert repr(cw.Book([cw.Game("duo")])) == "<Book, 0 positions>"


def test_advice_is_a_row_of_candidates() -> None:
    with cw.Engine("duo", seed=1) as engine:
        advice = engine.advise(cw.start("duo"), cw.Limit(simulations=30))
        assert list(advice) == list(advice.candidates) and advice[0] is advice.best
        review = engine.review(cw.Game("duo"), cw.Limit(simulations=5))
    for ask in (lambda: advice["0"], lambda: advice.certainty(None), lambda: review.costliest(1.5)):  # type: ignore[index, arg-type]
        with pytest.raises(cw.WrongType):
            ask()


def test_a_limit_can_be_given_to_a_choice() -> None:
    position = cw.start("duo")
    with cw.Engine("duo", level=1, seed=1) as engine:
        assert engine.choose(position, cw.Limit(simulations=50)) in position.legal_moves
        assert engine.last is not None and engine.last.simulations == 50
        with pytest.raises(cw.WrongType, match="Limit"):
            engine.choose(position, 0.5)  # type: ignore[arg-type]
        assert "duo, nothing found yet" in repr(engine.analyze(position))


def test_a_game_begins_with_classic_unless_told() -> None:
    assert cw.start() == cw.Game().position == cw.start("classic-4")


def test_nothing_is_listed_that_only_the_package_needs() -> None:
    assert not {"Any", "import_module", "TYPE_CHECKING"} & set(dir(cw))
    assert {"Engine", "start", "__version__"} <= set(dir(cw))


def test_near_names_are_suggested() -> None:
    assert cw.ruleset("classic") == cw.ruleset("classic-4")
    assert cw.start("classic", corners="free").ruleset.key == "classic-4~corners-free"
    for wrong, meant in (("Duo", "duo"), ("dice", "dice-2, dice-3 or dice-4"), ("3d_tower_2", "3d-tower-2")):
        with pytest.raises(cw.RulesetError, match=f"did you mean {meant}"):
            cw.start(wrong)
    with pytest.raises(cw.RulesetError, match=r"there are classic-4, .*3d-pyramid-4\.$"):
        cw.start("chess")
    with pytest.raises(cw.PuzzleError, match="did you mean soma"):
        from cornerwise.puzzle import puzzle

        puzzle("somma")


def test_missing_files_are_missing(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as missing:
        cw.read_game(tmp_path / "none.json")
    assert isinstance(missing.value, cw.MissingFile) and "there is no such file" in str(missing.value)
    with pytest.raises(OSError, match=r"cannot be read: .*\.$") as folder:
        cw.read_ruleset(tmp_path)
    assert isinstance(folder.value, cw.FileError)


def test_engines_refuse_what_they_cannot_think_about() -> None:
    position = cw.start("duo")
    engine = cw.Engine("duo", limit=cw.Limit(simulations=20))
    for ask in (
        lambda: engine.advise(position, 0.5),  # type: ignore[arg-type]
        lambda: engine.choose("duo"),  # type: ignore[arg-type]
        lambda: engine.choose(position, last="e10"),  # type: ignore[arg-type]
        lambda: engine.review(position),  # type: ignore[arg-type]
        lambda: cw.Engine("duo", limit=0.5),  # type: ignore[arg-type]
        lambda: cw.Engine(None),  # type: ignore[arg-type]
        lambda: position.legal_moves[float("nan")],  # type: ignore[call-overload]
        lambda: cw.Position(),  # type: ignore[call-arg]
    ):
        with pytest.raises(cw.WrongType):
            ask()
    with pytest.raises(IndexError):
        position.legal_moves[10**30]


def test_advice_keeps_to_the_limit_of_its_engine() -> None:
    engine = cw.Engine("duo", limit=cw.Limit(simulations=30), seed=1)
    engine.advise(cw.start("duo"))
    assert engine.last is not None and engine.last.simulations <= 30


@pytest.mark.parametrize("owner", list(HINTS))
def test_a_wrong_guess_says_where_to_look(owner: str) -> None:
    game = cw.Game("duo")
    with cw.Engine("duo") as engine:
        things = {"Position": game.position, "Move": game.legal_moves[0], "Game": game, "Engine": engine}
        thing = {**things, "cornerwise": cw}[owner]
        for name, told in HINTS[owner].items():
            assert name not in dir(thing)
            with pytest.raises(AttributeError, match=re.escape(told)):
                getattr(thing, name)
        with pytest.raises(AttributeError, match=r"'nonsense'$") as caught:
            thing.nonsense  # noqa: B018
        assert caught.value.name == "nonsense"
    assert pickle.loads(pickle.dumps(game.position)) == copy.deepcopy(game.position) == game.position


def test_hints_name_what_there_is() -> None:
    known = {name for each in (cw, cw.Position, cw.Move, cw.Game, cw.Engine, cw.Ruleset) for name in dir(each)}
    known |= {
        *dir(cw.Game("duo")),
        "after",
        "position",
        "move",
        "str",
        "game",
        "engine",
        "limit",
        "name",
        "text",
        "symmetry",
        "ruleset",
    }
    for told in {told for hints in HINTS.values() for told in hints.values()}:
        for code in re.findall(r"`([^`]*)`", told):
            assert set(re.findall(r"[A-Za-z_]+", code)) <= known, code
