"""The snapshot: a session as one connection sees it, complete enough to draw everything."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cornerwise.server.wire.table import TableView
from cornerwise.server.wire.wire import GameId, SeatKind, Wire


class TurnView(Wire):
    """Who acts: a seat, chance (-1) or nobody (-2); on which sheet, in which color, with which shapes."""

    actor: int
    color: str | None
    sheet: int
    shapes: tuple[str, ...]


class PlacedView(Wire):
    """A piece on a sheet; number counts the moves of the line, so 1 is the first piece laid."""

    color: int
    shape: str
    placement: int
    cells: tuple[int, ...]
    number: int


class SheetView(Wire):
    """One physical board: per cell the index of the color that covers it (-1: empty), and its pieces."""

    cells: tuple[int, ...]
    placed: tuple[PlacedView, ...]


class PieceView(Wire):
    """A shape still in a supply; places counts where it could go if its owner were to place it now."""

    shape: str
    places: int


class SupplyView(Wire):
    """The pieces a color (Dice: a seat) has left."""

    color: str | None
    seat: int | None
    pieces: tuple[PieceView, ...]
    is_out: bool


class SeatView(Wire):
    """A place at the table and who sits there."""

    seat: int
    kind: SeatKind
    name: str
    level: int = Field(description="the computer's level when it sits here")
    stand_in: int | None = Field(description="the level of the computer that plays for the person now, or null")
    is_connected: bool = Field(description="the person on this seat is online; true for the computer")
    is_yours: bool = Field(description="it is this connection's, even while the computer stands in")
    is_reclaimable: bool = Field(description="this connection may take it back from the computer that stands in")
    has_resigned: bool
    person: str | None = Field(description="the id of the person it belongs to, where that is known")
    colors: tuple[str, ...]
    token: str | None = Field(
        description="the secret of the seat's link, /game/GAME#TOKEN, to whoever showed the host's token"
    )


class StepView(Wire):
    """One entry of the line, a move or a roll; the line may reach beyond the present ply."""

    ply: int
    kind: Literal["move", "roll", "retire"]
    number: int = Field(description="1 for the first piece laid; a roll has the number of the move before it")
    seat: int = Field(description="who moved; -1 for a roll")
    color: str | None
    sheet: int
    text: str = Field(description="move text such as e8,d9,e9,f9,e10 or a roll such as 1 3 3 6")
    move: int | None
    shape: str | None
    cells: tuple[int, ...]
    scores: tuple[int, ...] = Field(description="per seat, after this step")
    forecast: tuple[float, ...] | None = Field(description="win chance per seat after this step, where known")


class VariationView(Wire):
    """Another continuation: the step named ply follows the step named after but is not in the line."""

    after: int
    ply: int
    text: str
    seat: int
    moves: int = Field(description="how many steps it goes on for")


class FairnessView(Wire):
    """Proof that the dice were fixed in advance: sha256 of the seed now, the seed after the end."""

    commitment: str
    seed: str | None


class Snapshot(Wire):
    """The whole game as one connection may see it; the newest one replaces all before it."""

    type: Literal["snapshot"] = "snapshot"
    game: GameId
    ruleset: str
    options: dict[str, str]
    title: str
    seq: int = Field(description="grows by one with every change that is stored; a change follows one")
    ply: int = Field(description="the entry of the log that is shown; send it back with play, roll, undo ...")
    turn: TurnView
    sheets: tuple[SheetView, ...]
    supplies: tuple[SupplyView, ...]
    legal: tuple[int, ...] = Field(
        description="ids of the legal moves, ascending; empty unless this connection may move"
    )
    targets: tuple[int, ...] = Field(description="empty cells the mover's color can build from, on the turn's sheet")
    may_roll: bool = Field(description="this connection may throw the dice now")
    scores: tuple[int, ...]
    color_scores: dict[str, int]
    ranks: tuple[int, ...]
    winners: tuple[int, ...] = Field(description="empty until the game is over")
    out: tuple[str, ...] = Field(description="colors that are out")
    seats_out: tuple[int, ...] = Field(description="Dice: seats that are out")
    dice: tuple[int, ...]
    strikes: tuple[int, ...] = Field(description="Dice: strikes used per seat")
    markers: tuple[str, ...] = Field(description="Dice: color of the marker each seat holds")
    round: int
    starter: int
    seats: tuple[SeatView, ...]
    is_host: bool
    may_change: bool = Field(description="this connection may undo, redo and goto")
    may_undo: bool = Field(description="there is a decision this connection may take back")
    steps: tuple[StepView, ...]
    at: int = Field(description="how many of the steps have been taken; the rest can be redone")
    variations: tuple[VariationView, ...]
    forecast: tuple[float, ...] | None = Field(description="win chance per seat now, where known")
    is_over: bool
    is_paused: bool = Field(description="the computer waits until start")
    waits_for: tuple[int, ...] = Field(description="persons who are to move but not online")
    may_stand_in: tuple[int, ...] = Field(
        default=(), description="of these, who has been gone for so long that you may let the computer stand in"
    )
    table: TableView | None = Field(description="clocks and agreements; null in a game without terms")
    fairness: FairnessView | None = Field(description="null in games without dice")
    position: str = Field(description="the position as text")
