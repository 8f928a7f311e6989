"""Games: the tree of variations."""

import pytest

import cornerwise as cw
from cornerwise.player import RandomPlayer
from positions import random_game


def test_a_new_game_stands_at_its_root():
    game = cw.Game("duo")
    assert game.node is game.root
    assert game.position == cw.start("duo")
    assert game.moves == () and game.variations == () and game.tags == {}


def test_moves_may_be_moves_texts_or_ids():
    move = cw.start("duo").legal_moves[7]
    for given in (move, str(move), move.id):
        game = cw.Game("duo")
        assert game.play(given) == cw.start("duo").play(move)
        assert game.moves == (move,)


def test_an_illegal_move_changes_nothing():
    game = cw.Game("duo")
    with pytest.raises(cw.IllegalMove):
        game.play("a1")
    assert game.node is game.root and not game.root.children


def test_undo_and_redo_come_back_to_the_same_node():
    game = random_game("duo", 6)
    end = game.node
    for _ in range(3):
        game.undo()
    for _ in range(3):
        game.redo()
    assert game.node is end


def test_the_ends_of_a_line_are_told():
    game = cw.Game("duo")
    with pytest.raises(cw.CornerwiseError, match="nothing"):
        game.undo()
    with pytest.raises(cw.CornerwiseError, match="nothing"):
        game.redo()


def test_another_move_becomes_a_variation_and_the_same_move_does_not():
    game = cw.Game("duo")
    first, second = game.position.legal_moves[:2]
    game.play(first)
    main = game.node
    game.undo()
    game.play(second)
    side = game.node
    game.undo()
    game.play(first)
    assert game.node is main
    game.undo()
    assert game.variations == (main, side)
    assert game.main_line() == [game.root, main]
    game.promote(side)
    assert game.variations == (side, main)


def test_a_path_replays_every_position_once():
    game = random_game("classic-3", 10)
    positions = [node.position for node in game.node.path()]
    assert [position.ply for position in positions] == list(range(11))
    again = cw.start("classic-3")
    for move in game.moves:
        again = again.play(move)
    assert again == game.position


def test_a_removed_line_leaves_the_game_in_front_of_it():
    game = random_game("duo", 4)
    game.remove(game.node.path()[2])
    assert game.position.ply == 1 and game.variations == ()


@pytest.mark.parametrize("act", [cw.Game.goto, cw.Game.promote, cw.Game.remove])
def test_a_node_that_is_not_part_of_the_game_is_refused(act):
    game, other = cw.Game("duo"), cw.Game("duo")
    for each in (game, other):
        each.play("e10")
    with pytest.raises(cw.CornerwiseError, match="does not belong"):
        act(game, other.node)
    removed = game.node
    game.remove(removed)
    with pytest.raises(cw.CornerwiseError, match="does not belong"):
        act(game, removed)
    assert game.node is game.root and len(other.root.children) == 1


def test_a_roll_may_be_given_as_text_or_faces():
    for given in ("6 2", (6, 2), [2, 6]):
        game = cw.Game("dice-2")
        game.roll(given)
        assert [str(step) for step in game.steps] == ["2 6"]
        assert game.moves == ()


def test_the_piece_placed_last_is_known_across_rolls():
    game = random_game("dice-2", 2)
    game.roll("1 1")
    assert game.node.last_placed.cells == game.moves[-1].cells
    assert game.root.last_placed is None


def test_playing_on_asks_until_the_end_or_as_far_as_wanted():
    game = cw.Game("dice-2")
    game.seed = 3
    halfway = game.play_on(RandomPlayer(1).choose, until=lambda position: position.ply >= 8)
    assert halfway.ply == 8 and not halfway.is_over
    assert game.play_on(RandomPlayer(2).choose).is_over
    assert game.position is game.main_line()[-1].position


def test_playing_on_asks_again_after_none():
    game, asked = cw.Game("duo"), []

    def choose(position):
        asked.append(position.ply)
        if position.ply == 2 and asked.count(2) == 1:
            game.undo()
            return None
        return position.legal_moves[0]

    game.play_on(choose, until=lambda position: position.ply == 3)
    assert asked == [0, 1, 2, 1, 2]


def test_playing_on_needs_a_seed_for_dice():
    game = cw.Game("dice-2")
    with pytest.raises(cw.CornerwiseError, match="seed"):
        game.play_on(RandomPlayer(1).choose)
    assert game.node is game.root


@pytest.mark.parametrize("ruleset", ["duo", "classic-4", "classic-3", "classic-teams", "dice-3", "3d-tower-4"])
def test_the_winning_sides_share_one_victory(ruleset):
    for seed in range(4):
        end = random_game(ruleset, 999, seed).position
        shares = end.win_shares
        assert sum(shares[team[0]] for team in end.ruleset.teams) == pytest.approx(1)
        winning = [team for team in end.ruleset.teams if set(team) & set(end.winners)]
        assert shares == tuple(1 / len(winning) if seat in end.winners else 0 for seat in range(end.ruleset.seats))
        assert all(len({shares[seat] for seat in team}) == 1 for team in end.ruleset.teams)
    assert not any(cw.start(ruleset).win_shares), "nobody has won yet"
