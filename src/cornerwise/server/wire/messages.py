"""Every message of the WebSocket: what a client may say and what the server answers."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from cornerwise.server.refusal import ErrorCode
from cornerwise.server.wire import lobby_messages as lobby
from cornerwise.server.wire.change import Change
from cornerwise.server.wire.request import Answer, Request
from cornerwise.server.wire.resources import Fault, HintStep, LaidPiece
from cornerwise.server.wire.snapshot import Snapshot
from cornerwise.server.wire.wire import (
    CellNumber,
    GameId,
    GivenKind,
    Job,
    Key,
    LevelNumber,
    Name,
    Ply,
    SeatNumber,
    Token,
    Values,
    Wire,
)

# ---- from the client ------------------------------------------------------------------------

Thought = Annotated[
    Annotated[int, Field(ge=0, le=2**40)] | None,
    Field(description="milliseconds between seeing the turn and acting; what the server measures beyond it is lag"),
]


class Join(Request):
    """Sit down at (or watch) a game. Tokens decide which seats are yours; without any you watch."""

    type: Literal["join"]
    game: GameId
    tokens: tuple[Token, ...] = Field(default=(), max_length=8)
    name: Name | None = None
    seq: Annotated[int, Field(ge=0, le=2**53)] | None = Field(
        default=None, description="the seq of the snapshot one has: only what changed since is sent, if possible"
    )


class Leave(Request):
    """Hear no more of a game."""

    type: Literal["leave"]
    game: GameId


class Play(Request):
    """Make a move at the ply seen; move is an id of the snapshot's legal list, or move text."""

    type: Literal["play"]
    game: GameId
    ply: Ply
    move: Annotated[int, Field(ge=0, le=10_000_000)] | Annotated[str, Field(min_length=1, max_length=80)]
    thought: Thought = None


class Roll(Request):
    """Throw the dice."""

    type: Literal["roll"]
    game: GameId
    ply: Ply
    thought: Thought = None


class Undo(Request):
    """Back to before your last move (against the computer: your last decision)."""

    type: Literal["undo"]
    game: GameId
    ply: Ply


class Redo(Request):
    """Forward again to your next decision."""

    type: Literal["redo"]
    game: GameId
    ply: Ply


class Goto(Request):
    """Go to any step of the game's tree, 0 being the start."""

    type: Literal["goto"]
    game: GameId
    ply: Ply
    to: Ply


class SetSeat(Request):
    """Change who sits on a seat: person here, person elsewhere, or the computer at a level."""

    type: Literal["set_seat"]
    game: GameId
    seat: SeatNumber
    kind: GivenKind
    level: LevelNumber | None = None
    name: Name | None = None


class StandIn(Request):
    """Let the computer play at a level for a seat's person, or give the seat back (level null)."""

    type: Literal["stand_in"]
    game: GameId
    seat: SeatNumber
    level: LevelNumber | None = None


class Resign(Request):
    """Give up for a seat of yours; the computer plays on for it where others still play."""

    type: Literal["resign"]
    game: GameId
    seat: SeatNumber


class Finish(Request):
    """Let the computer play all your seats to the end."""

    type: Literal["finish"]
    game: GameId
    level: LevelNumber | None = None


class Start(Request):
    """Let the computer go on after a stop."""

    type: Literal["start"]
    game: GameId


class Stop(Request):
    """Stop a job of the computer: its play (pauses the game), advice, review or a puzzle being solved."""

    type: Literal["stop"]
    job: Job
    game: GameId | None = None


class Explain(Request):
    """Ask why cells may not be covered now."""

    type: Literal["explain"]
    game: GameId
    ply: Ply
    cells: tuple[CellNumber, ...] = Field(min_length=1, max_length=8)
    die: Annotated[int, Field(ge=1, le=6)] | None = None
    strike: bool = False


class Advise(Request):
    """Ask for the best moves here, with reasons."""

    type: Literal["advise"]
    game: GameId
    ply: Ply
    seconds: Annotated[float, Field(gt=0, le=30)] = 3.0


class ReviewGame(Request):
    """Ask for a look back at the whole line."""

    type: Literal["review"]
    game: GameId


class Solve(Request):
    """Ask for a puzzle's solution that keeps the pieces laid, or for a hint toward one."""

    type: Literal["solve"]
    puzzle: Key
    placed: tuple[LaidPiece, ...] = Field(default=(), max_length=256)
    hint: HintStep | None = None


ClientMessage = Annotated[
    Join
    | Leave
    | Play
    | Roll
    | Undo
    | Redo
    | Goto
    | SetSeat
    | StandIn
    | Resign
    | Finish
    | Start
    | Stop
    | Explain
    | Advise
    | ReviewGame
    | Solve
    | lobby.EnterLobby
    | lobby.LeaveLobby
    | lobby.MakeSeek
    | lobby.AcceptSeek
    | lobby.CancelSeek
    | lobby.FillSeek
    | lobby.Abort
    | lobby.Offer
    | lobby.Decline
    | lobby.Say
    | lobby.Bar
    | lobby.Report
    | lobby.AskTime,
    Field(discriminator="type"),
]

# ---- from the server ------------------------------------------------------------------------


class Done(Answer):
    """The request was carried out and needs no other answer."""

    type: Literal["done"] = "done"


class ErrorMessage(Answer):
    """Nothing was changed; the sentence says why."""

    type: Literal["error"] = "error"
    code: ErrorCode
    sentence: str
    kind: str = Field(default="", description="which sentence it is, for other languages; empty where nobody sees it")
    values: Values = Field(default_factory=dict, description="what the sentence is filled with")
    game: GameId | None = None


class Explanation(Answer):
    """Why not: the clause, the offending cells and a sentence; all empty when the move is legal."""

    type: Literal["explanation"] = "explanation"
    game: GameId
    ply: int
    is_legal: bool
    kind: str | None
    clause: str | None
    sentence: str | None
    cells: tuple[int, ...]


class Thinking(Answer):
    """How far a job has come; seat is set when the computer thinks about its own move."""

    type: Literal["thinking"] = "thinking"
    job: Job
    game: GameId | None = None
    puzzle: str | None = None
    ply: int | None = None
    seat: int | None = None
    queued: int = Field(default=0, description="jobs before this one")
    progress: float | None = Field(default=None, description="0 to 1 where it can be told")
    is_cut: bool = Field(
        default=False, description="the computer moves now: its time was up before it had thought as much as it should"
    )
    text: str = ""
    advice: Advice | None = Field(default=None, description="what would be advised by now, where that is new")


class FindingView(Wire):
    """A fact that speaks for a move or against it: as a sentence, and as what the sentence is made of."""

    kind: str
    is_good: bool
    text: str
    cells: tuple[int, ...]
    value: float = Field(description="what was counted for this move")
    usual: float = Field(
        description="the same for what it is compared with; of typical ones, what most do at most or least"
    )
    against: str = Field(description="what it is compared with: typical, first, played, next, any or alone")
    color: str | None = Field(description="the color it is about: the mover's or a rival's")
    shape: str | None = Field(description="the piece it is about")
    die: int | None = Field(description="the die it is about")
    among: tuple[int, int] | None = Field(description="so many of so many: other moves, or strikes")
    near: int | None = Field(default=None, description="the cell amid them, where they are many and lie together")


class ExpectedMove(Wire):
    """A move that the engine expects after the one it advises."""

    move: int
    text: str
    color: str
    cells: tuple[int, ...]


class Candidate(Wire):
    """A move worth considering: chances and expected scores for every seat, and why."""

    move: int
    text: str
    shape: str
    cells: tuple[int, ...]
    wins: tuple[float, ...] = Field(description="win chance per seat, 0 to 1")
    scores: tuple[float, ...] = Field(description="expected score per seat")
    weight: float = Field(description="share of the search spent on it, 0 to 1")
    findings: tuple[FindingView, ...]
    error: float = Field(default=0.0, description="half of the 95 % interval of the mover's win chance")
    is_decided: bool = Field(default=False, description="it is proved who wins after it")
    is_exact: bool = Field(default=False, description="it is proved by how much, too")
    expected: tuple[ExpectedMove, ...] = Field(default=(), description="what is expected to follow")


class Advice(Answer):
    """The best moves first."""

    type: Literal["advice"] = "advice"
    game: GameId
    ply: int
    wins: tuple[float, ...]
    scores: tuple[float, ...]
    candidates: tuple[Candidate, ...]
    is_exact: bool = Field(description="the first move is proved best, not estimated")
    confidence: float = Field(description="that the first is the best: 0.5 a toss-up, 1 certain")
    verdict: str = Field(description="what that comes to: only, clear, likely, ahead, two, equal, unknown and more")
    is_hopeless: bool = Field(description="the mover has no chance worth showing, so points decide")


class Judgment(Wire):
    """A step looked back at: what it cost its seat and what was better."""

    ply: int
    seat: int
    before: tuple[float, ...]
    after: tuple[float, ...]
    cost: float = Field(description="win chance given away, 0 to 1")
    points: float = Field(description="points of the score given away, where the victory was decided")
    better: Candidate | None


class Review(Answer):
    """A game looked back at, move by move; costliest lists the plies worth a retry."""

    type: Literal["review"] = "review"
    game: GameId
    judgments: tuple[Judgment, ...]
    costliest: tuple[int, ...]


Verdict = Literal["found", "impossible", "not_found"]


class Solution(Answer):
    """A solution in laying order, a hint, or the sentence why there is none (yet)."""

    type: Literal["solution"] = "solution"
    puzzle: str
    verdict: Verdict
    sentence: str
    hint: HintStep | None = None
    cells: tuple[int, ...] = Field(default=(), description="hint region: where to look")
    piece: LaidPiece | None = Field(default=None, description="hint piece (without cells) or placement")
    placed: tuple[LaidPiece, ...] = ()
    faults: tuple[Fault, ...] = ()


ServerMessage = Annotated[
    Snapshot
    | Change
    | Done
    | ErrorMessage
    | Explanation
    | Thinking
    | Advice
    | Review
    | Solution
    | lobby.Lobby
    | lobby.Mine
    | lobby.Sought
    | lobby.SaidPhrase
    | lobby.Time,
    Field(discriminator="type"),
]

client_messages: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)
server_messages: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)
