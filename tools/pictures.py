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


def draw(name: str) -> str:
    """The picture of this name: greedy players, stopped in the middle of a game."""
    ruleset, pieces = PICTURES[name]
    game = cw.Game(ruleset)
    game.seed = SEED
    seats = [player("greedy", SEED + seat) for seat in range(game.ruleset.seats)]
    game.play_on(
        choose=lambda position: seats[position.turn.actor].choose(position),
        until=lambda position: position.ply >= pieces,
    )
    return svg(game.position, last=game.node.last_placed, dots=True) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in PICTURES:
        (FOLDER / f"{name}.svg").write_text(draw(name), encoding="utf-8")
