"""Positions for tests: seeded random games of any ruleset, as far as wanted."""

from itertools import count

import cornerwise as cw
from cornerwise.player import RandomPlayer
from cornerwise.throw import throw


def random_game(name, plies, seed=1, **options):
    """A game of random moves that stopped after some moves, or at its end."""
    game = cw.Game(name, **options)
    game.seed = seed
    player = RandomPlayer(seed)
    while game.position.ply < plies and not game.position.is_over:
        if game.position.turn.actor == cw.CHANCE:
            game.roll(throw(game.position, seed))
        else:
            game.play(player.choose(game.position))
    return game


def forced(name):
    """A position with one legal move."""
    for seed in count():
        for node in random_game(name, 999, seed).node.path():
            if len(node.position.legal_moves) == 1:
                return node.position
    raise AssertionError
