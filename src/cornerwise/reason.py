"""Why a move is not legal, in one plain sentence."""

from __future__ import annotations

from cornerwise._core import Move, Position, Ruleset


class Reason:
    """The first clause a move breaks: its `kind`, its `clause`, the `cells` concerned; `str()` is a sentence.

    A text that cannot be read as a move breaks no clause; then `clause` is empty.
    """

    __slots__ = ("cells", "clause", "kind", "sentence")

    def __init__(self, kind: str, clause: str, sentence: str, cells: tuple[int, ...] = ()) -> None:
        self.kind = kind
        self.clause = clause
        self.sentence = sentence
        self.cells = cells

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        return f"<Reason {self.kind}: {self.sentence}>"


def misread(kind: str, sentence: str, ruleset: Ruleset) -> Reason:
    """Why a text names no move at all: it cannot be read, leaves the board, or its cells form no piece."""
    is_solid = ruleset.contact == "face"
    clauses = {"off": "S5" if is_solid else "K6", "high": "S5", "no_piece": "S1" if is_solid else "K2"}
    return Reason(kind, clauses.get(kind, ""), sentence)


def refusal(kind: str, cells: tuple[int, ...], position: Position, move: Move) -> Reason:
    """Why the rules refuse a move: what the kernel found, in the clause and the words of the game."""
    ruleset = position.ruleset
    color = position.turn.color
    names = [ruleset.board.cell_name(cell) for cell in cells]
    owner = position.turn.sheet if ruleset.rows else color
    left = "" if owner is None else ", ".join(position.supply(owner))
    row = next((face for face, shapes in ruleset.rows.items() if move.shape in shapes), 0)
    # The games tell the same things in clauses of their own.
    end, once, first = ("C4", "K2", "C2")
    if ruleset.rows:
        end, once, first = ("I7", "I4", "I4")
    elif ruleset.contact == "face":
        end, once = ("S5", "S1")
    elif any(len(ruleset.board.edge_neighbors(cell)) > 2 for cell in cells):
        first = "D1"  # start squares that are no corners
    clause, sentence = {
        "over": (end, "The game is over; no more pieces can be placed."),
        "chance": ("I2", "The dice must be rolled first."),
        "used": (once, f"The piece {move.shape} is already used; left: {left}."),
        "no_die": ("I2", f"There is no die {move.die} to take; {_free(position.dice)}."),
        "other_die": ("I2", f"The piece {move.shape} stands in row {row}; take die {row}."),
        "needs_strike": ("I3", f"The piece {move.shape} stands in row {row}; without a die {row} it takes a strike."),
        "no_strike": ("I3", f"All strikes are used; take die {row} without one."),
        "no_draw": ("I3", f"The piece {move.shape} stands in row {row}; no die shows {row}, and all strikes are used."),
        "occupied": ("K4", f"There is already a piece on {', '.join(names)}."),
        "edge": ("C3", f"The piece touches another {color} piece along an edge at {', '.join(names)}."),
        "apart": (
            ("S4", f"The piece must touch a face of a {color} piece.")
            if ruleset.contact == "face"
            else ("C3", f"The piece must touch a {color} piece at a corner.")
        ),
        "start": (first, f"The first {color} piece must cover {' or '.join(names)}."),
        "ground": ("S4", f"The first {color} piece must stand on the ground."),
        "loose": ("S4", f"The first {color} piece must touch a face of a piece already placed."),
        "hanging": ("S3", f"Nothing may overhang: there is an empty cell under {', '.join(names)}."),
    }[kind]
    return Reason(kind, clause, sentence, cells)


def _free(dice: tuple[int, ...]) -> str:
    if not dice:
        return "none is free"
    *others, last = [str(face) for face in dice]
    return f"free are {', '.join(others)} and {last}" if others else f"the only free die is {last}"
