"""Positions for tests: seeded random games of any ruleset, as far as wanted."""

from itertools import count

import cornerwise as cw
from cornerwise.player import RandomPlayer


def random_game(name, plies, seed=1, **options):
    """A game of random moves that stopped after some moves, or at its end."""
    game = cw.Game(name, **options)
    game.seed = seed
    player = RandomPlayer(seed)
    game.play_on(player.choose, until=lambda position: position.ply >= plies)
    return game


def forced(name):
    """A position with one legal move."""
    for seed in count():
        for node in random_game(name, 999, seed).node.path():
            if len(node.position.legal_moves) == 1:
                return node.position
    raise AssertionError
