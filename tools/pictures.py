"""Draws the pictures of README and docs from seeded games: `python tools/pictures.py`."""

from pathlib import Path

import cornerwise as cw
from cornerwise.player import player
from cornerwise.render import svg

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
SEED = 14
# Picture → ruleset and pieces placed.
PICTURES = {
    "classic": ("classic-4", 61),
    "duo": ("duo", 21),
    "dice": ("dice-4", 30),
    "3d": ("3d-pyramid-4", 23),
}
# The same for pictures of the board alone.
BOARDS = {
    "3d-tower": ("3d-tower-4", 20),
    "3d-wall": ("3d-wall-4", 20),
    "3d-stairs": ("3d-stairs-4", 25),
    "3d-pyramid": ("3d-pyramid-4", 23),
}
MOVING = {"moving": ("classic-4", 61)}
ALL = PICTURES | BOARDS | MOVING


def draw(name: str) -> str:
    """The picture of this name: greedy players, stopped in the middle of a game, or their game as it goes."""
    ruleset, pieces = ALL[name]
    game = cw.Game(ruleset)
    game.seed = SEED
    seats = [player("greedy", SEED + seat) for seat in range(game.ruleset.seats)]
    game.play_on(
        choose=lambda position: seats[position.turn.actor].choose(position),
        until=lambda position: position.ply >= pieces,
    )
    if name in MOVING:
        return game.svg(animated=True, coordinates=False) + "\n"
    if name in BOARDS:
        return game.svg(panel=False, trays=False, last=None) + "\n"
    return svg(game.position, last=game.node.last_placed, dots=True) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in ALL:
        (FOLDER / f"{name}.svg").write_text(draw(name), encoding="utf-8")
