"""Why a move is not legal, in one plain sentence."""

from __future__ import annotations

from cornerwise._core import Move, Position


class Reason:
    """The first clause a move breaks: its `kind`, its `clause`, the `cells` concerned; `str()` is a sentence."""

    __slots__ = ("cells", "clause", "kind", "sentence")

    def __init__(self, kind: str, cells: tuple[int, ...], position: Position, move: Move) -> None:
        ruleset = position.ruleset
        color = position.turn.color
        names = ", ".join(ruleset.board.cell_name(cell) for cell in cells)
        owner = position.turn.sheet if ruleset.rows else color
        left = "" if owner is None else ", ".join(position.supply(owner))
        free = " ".join(map(str, position.dice))
        self.kind = kind
        self.cells = cells
        self.clause, self.sentence = {
            "over": ("C4", "The game is over; no piece can be placed any more."),
            "chance": ("I2", "The dice must be rolled first."),
            "used": ("C1", f"The piece {move.shape} is already used; {left} are left."),
            "wrong_row": ("I2", f"The piece {move.shape} is not in row {move.die}; only a strike could draw it."),
            "no_strike": ("I3", "All strikes are used."),
            "no_die": ("I2", f"There is no die {move.die} to take; free are {free}."),
            "die_missing": ("I2", f"A move in this game names the die it takes; free are {free}."),
            "die_unwanted": ("K1", "This game has no dice."),
            "occupied": ("K4", f"There is already a piece on {names}."),
            "edge": ("C3", f"The piece touches your own {color} piece along an edge at {names}."),
            "apart": (
                ("S4", f"The piece must touch a face of a {color} piece.")
                if ruleset.contact == "face"
                else ("C3", f"The piece must touch a {color} piece at a corner.")
            ),
            "start": ("C2", f"The first {color} piece must cover {' or '.join(names.split(', '))}."),
            "ground": ("S4", f"The first {color} piece must stand on the ground."),
            "loose": ("S4", f"The first {color} piece must touch a face of a piece already placed."),
            "hanging": ("S3", f"Nothing may overhang: there is an empty cell under {names}."),
        }[kind]

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        return f"<Reason {self.kind}: {self.sentence}>"
