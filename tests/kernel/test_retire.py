"""Retiring (R1 to R6): the kernel equals the reference, and games, records and GTP tell of it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cornerwise as cw
from cornerwise.adapters.gtp import Gtp
from cornerwise.engine import Engine
from cornerwise.formats.record import format_game
from cornerwise.server.play.session.sharing import open_record
from data_files import join_name
from lockstep import POLICIES, Lockstep
from positions import random_game
from reference_games import EVERY_GAME

GAME_NAMES = [join_name(*game) for game in EVERY_GAME]


@pytest.mark.parametrize(("name", "options"), EVERY_GAME, ids=GAME_NAMES)
@settings(max_examples=4)
@given(seed=st.integers(0, 2**32), policy=st.sampled_from(sorted(POLICIES)))
def test_random_games_with_retirements(name: str, options: dict[str, str], seed: int, policy: str) -> None:
    """Seats leave at any moment, at their turn or not, and everything is compared at every step."""
    rng = random.Random(seed)
    both = Lockstep(name, **options)
    seats = range(both.game.rules.seats)
    plies = rng.choice([4, 20, 60])  # about when they leave
    while not both.game.is_over:
        staying = [seat for seat in seats if seat not in both.game.retired]
        if rng.random() < 1 / plies:
            both.retire(rng.choice(staying))
        else:
            both.step(rng, policy)
        both.compare_everything()


def test_a_seat_leaves_at_its_turn() -> None:
    """R2: the next color is to move; the moves of the others are what they were."""
    position = cw.start("classic-4").play("a20")
    after = position.retire(1)
    assert after.turn.color == "red" and after.out == ("yellow",) and after.retired == (1,)
    assert list(after.legal_moves) == list(position.play("t20").legal_moves)
    assert after.play("t1").play("a1").turn.color == "blue"


def test_both_colors_of_a_seat_leave() -> None:
    """R2, R4: with two seats the other one wins at once."""
    position = cw.start("classic-2").play("a20").retire(0)
    assert position.is_over and position.winners == (1,) and set(position.out) == {"blue", "red"}
    assert position.scores == (-177, -178)  # R6


def test_the_shared_color_is_played_by_those_who_stay() -> None:
    """R3: blue's player is to play green first, and leaves; yellow's and red's go on in turn."""
    position = cw.start("classic-3").retire(0)
    players = []
    for _ in range(4):
        for move in ("yellow", "red"):
            assert position.turn.color == move
            position = position.play(position.legal_moves[-1])
        assert position.turn.color == "green"
        players.append(position.turn.actor)
        position = position.play(position.legal_moves[-1])
    assert players == [1, 2, 1, 2]


def test_the_shared_color_stays_on_turn_when_its_player_leaves() -> None:
    """R3: green is to move, by blue's player, who leaves: yellow's plays it."""
    position = cw.start("classic-3").play("a20").play("t20").play("t1")
    assert (position.turn.color, position.turn.actor) == ("green", 0)
    after = position.retire(0)
    assert (after.turn.color, after.turn.actor) == ("green", 1)


def test_one_die_less_and_another_roller() -> None:
    """R3: there is a die per seat that stays, and the next seat rolls; the markers go on round."""
    position = cw.start("dice-4").retire(0)
    assert position.turn.actor == cw.CHANCE and position.starter == 1
    assert len(position.rolls[0].dice) == 3
    assert position.markers == cw.start("dice-4").markers


def test_who_stayed_longer_ranks_better() -> None:
    """R5: whatever the scores."""
    position = cw.start("classic-4").play("a20,b20,b19,c19,d19").retire(0).retire(3)
    assert position.ranks == (4, 1, 1, 3)
    position = position.retire(2)
    assert position.is_over and position.ranks == (4, 1, 2, 3) and position.winners == (1,)
    assert position.retired == (0, 3, 2)


def test_a_partner_plays_on() -> None:
    """R4, R5: a team has retired when its last seat has."""
    position = cw.start("classic-teams").play("a20").retire(0)
    assert not position.is_over and position.ranks == (1, 2, 1, 2)
    position = position.retire(1).retire(2)
    assert position.is_over and position.winners == (1, 3) and position.ranks == (2, 1, 2, 1)


def test_everybody_out_or_gone_is_the_end() -> None:
    """R3: the last who can still draw leaves a table of seats that are out."""
    for seed in range(40):
        for node in random_game("dice-3", 999, seed).node.path():
            position = node.position
            if len(position.out) == 2 and not position.is_over:
                (last,) = set(range(3)) - set(position.out)
                assert position.retire(last).is_over
                assert position.retire(last).ranks[last] == 3
                return
    raise AssertionError("no such position was found")


def test_refusals() -> None:
    """R1: a sentence, and nothing changes."""
    position = cw.start("classic-4").retire(1)
    for seat, sentence in ((1, "already retired"), (4, "seats from 0 to 3"), (-1, "seats from 0 to 3")):
        with pytest.raises(cw.CornerwiseError, match=sentence):
            position.retire(seat)
    with pytest.raises(cw.WrongType):
        position.retire("blue")  # type: ignore[arg-type]
    with pytest.raises(cw.CornerwiseError, match="game is over"):
        cw.start("duo").retire(0).retire(1)


def test_equality_and_text() -> None:
    """Who retired, and in which order, is part of a position."""
    start = cw.start("classic-4")
    one, other = start.retire(1).retire(2), start.retire(2).retire(1)
    assert one != other and len({one, other, start}) == 3
    assert start.retire(1).text == "classic-4.0x2q1...." and "q" not in start.play("a20").text
    for position in (one, other, one.retire(3)):
        assert cw.Position.parse(position.text) == position


@pytest.mark.parametrize(
    "text",
    [
        "classic-4.0x2q4....",  # there is no such seat
        "classic-4.0x2q11....",  # twice
        "classic-4.0xeq1230....",  # the game was over before
        "classic-4.0q1....",  # yellow is not out
        "classic-4.1x2q1....",  # yellow's turn
        "classic-4.0x7q01....",  # red is out without a reason
        "classic-4.zx2q1....",  # not the end
        "classic-3.1x1q0r0....",
        "classic-4.0x2q....",
    ],
)
def test_wrong_texts(text: str) -> None:
    """Retirements that cannot have been."""
    with pytest.raises(cw.NotationError):
        cw.Position.parse(text)


def test_a_step_of_a_game(tmp_path) -> None:
    """In the tree like a move or a roll, and in a record."""
    game = cw.Game("dice-3")
    game.roll("1 1 2")
    game.retire(0)
    main = game.node
    game.undo()
    game.play(game.position.legal_moves[0])
    game.undo()
    assert game.retire(0) == main.position and game.node is main
    game.promote(main)
    game.play(game.position.legal_moves[0])
    assert [str(step) for step in game.steps][:2] == ["1 1 2", "retire seat 1"]
    assert game.steps[1] == cw.Retire(0) and len(game.moves) == 1
    cw.write_game(game, tmp_path / "game.json")
    again = cw.read_game(tmp_path / "game.json")
    assert again.position == game.position and again.steps == game.steps
    assert [str(node.step) for node in again.root.walk()] == [str(node.step) for node in game.root.walk()]
    assert '"retire seat 1"' in (tmp_path / "game.json").read_text()


@pytest.mark.parametrize("step", ["retire 1", "retire seat 0", "retire seat 4", "retire seat one", "retire seat 2 "])
def test_a_wrong_step_of_a_record(step: str, tmp_path) -> None:
    """One sentence that names the step."""
    path = tmp_path / "game.json"
    path.write_text(f'{{"format": "cornerwise game 1", "ruleset": "classic-3", "moves": ["{step}"]}}')
    with pytest.raises(cw.CornerwiseError, match="Step 1"):
        cw.read_game(path)


def test_other_programs_have_no_word_for_it(tmp_path) -> None:
    """A .blksgf file is refused, and nothing is written."""
    game = cw.Game("classic-4")
    game.retire(3)
    with pytest.raises(cw.CornerwiseError, match="retired"):
        cw.write_game(game, tmp_path / "game.blksgf")
    assert not list(tmp_path.iterdir())


def test_the_page_opens_it() -> None:
    """A record with a retirement becomes a log like any other."""
    game = cw.Game("classic-4")
    game.retire(3)
    _, log, _ = open_record(format_game(game))
    assert log.position == game.position


def test_gtp() -> None:
    """A command, undone like any other; a color that left passes."""
    gtp = Gtp(cw.ruleset("classic-4"), level=1)
    assert gtp.answer("cornerwise-retire 1").startswith("=")
    assert gtp.position.retired == (0,)
    assert gtp.answer("genmove blue") == "= pass\n\n" and gtp.answer("all_legal blue") == "= \n\n"
    assert gtp.answer("genmove yellow").startswith("= ")
    for wrong in ("", "0", "5", "1", "blue", "1 2"):
        assert gtp.answer(f"cornerwise-retire {wrong}").startswith("?")
    gtp.answer("undo")
    gtp.answer("undo")
    assert gtp.position == cw.start("classic-4")


ENGINE_GAMES = ["classic-4", "classic-teams", "classic-3", "dice-4", "dice-3", "3d-tower-4", "3d-wall-3"]


@pytest.mark.parametrize("name", ENGINE_GAMES)
@pytest.mark.parametrize("share", [0.1, 0.5, 0.85])
def test_the_engine_plays_on(name: str, share: float) -> None:
    """Search, levels and advice with somebody gone: legal moves to the end, and no hope for who left."""
    game = random_game(name, 999, seed=1)
    line = game.node.path()
    game.goto(line[int(share * len(line))])
    game.retire(game.position.turn.actor if game.position.turn.actor >= 0 else 0)
    (gone,) = game.position.retired
    rng = random.Random(share)
    with Engine(game.ruleset, level=3, seed=1) as engine:
        is_advised = False
        while not game.position.is_over:
            if game.position.turn.actor == cw.CHANCE:
                game.roll(rng.choice(game.position.rolls))
                continue
            assert game.position.turn.actor != gone
            if not is_advised:
                advice = engine.advise(game.position)
                team = next(team for team in game.ruleset.teams if gone in team)
                if team == (gone,):
                    assert all(candidate.win[gone] == 0 for candidate in advice.candidates)
                is_advised = True
            game.play(engine.choose(game.position))
    assert game.position.ranks[gone] in (1, 2) if name == "classic-teams" else game.position.ranks[gone] > 1


def test_an_endgame_is_won_against_those_who_stay() -> None:
    """A rival far ahead who left is nobody to catch up with: the proof sees the victory."""
    for seed in range(60):
        game = random_game("classic-4", 999, seed)
        for node in game.node.path()[-8:-1]:
            position = node.position
            actor = position.turn.actor
            for seat in range(4):
                if seat != actor and position.scores[seat] == max(position.scores):
                    left = position.retire(seat)
                    if left.is_over:
                        continue
                    with Engine(left.ruleset, level=3, seed=1) as engine:
                        advice = engine.advise(left)
                    assert advice.candidates[0].win[seat] == 0
                    assert sum(advice.candidates[0].win) == pytest.approx(1, abs=0.01)
                    return
    raise AssertionError("no such position was found")
