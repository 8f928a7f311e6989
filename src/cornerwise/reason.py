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
        # The games tell the same things in clauses of their own.
        end, once, first = ("C4", "K2", "C2")
        if ruleset.rows:
            end, once, first = ("I7", "I4", "I4")
        elif ruleset.contact == "face":
            end, once = ("S5", "S1")
        elif any(len(ruleset.board.edge_neighbors(cell)) > 2 for cell in cells):
            first = "D1"  # start squares that are no corners
        self.kind = kind
        self.cells = cells
        self.clause, self.sentence = {
            "over": (end, "The game is over; no piece can be placed any more."),
            "chance": ("I2", "The dice must be rolled first."),
            "used": (once, f"The piece {move.shape} is already used; left: {left}."),
            "wrong_row": ("I2", f"The piece {move.shape} is not in row {move.die}; only a strike could draw it."),
            "no_strike": ("I3", "All strikes are used."),
            "no_die": ("I2", f"There is no die {move.die} to take; free are {free}."),
            "occupied": ("K4", f"There is already a piece on {names}."),
            "edge": ("C3", f"The piece touches your own {color} piece along an edge at {names}."),
            "apart": (
                ("S4", f"The piece must touch a face of a {color} piece.")
                if ruleset.contact == "face"
                else ("C3", f"The piece must touch a {color} piece at a corner.")
            ),
            "start": (first, f"The first {color} piece must cover {' or '.join(names.split(', '))}."),
            "ground": ("S4", f"The first {color} piece must stand on the ground."),
            "loose": ("S4", f"The first {color} piece must touch a face of a piece already placed."),
            "hanging": ("S3", f"Nothing may overhang: there is an empty cell under {names}."),
        }[kind]

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        return f"<Reason {self.kind}: {self.sentence}>"
