"""The games for assistants: a server of the Model Context Protocol, by which one plays, analyzes and explains.

Games live as long as the server. What a tool answers is text, the same that people read on the command line.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import wraps
from typing import Annotated, TypeVar

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

import cornerwise as cw
from cornerwise.engine.engine import Engine
from cornerwise.engine.level import Limit, levels
from cornerwise.formats.record import format_game, parse_game
from cornerwise.puzzle import puzzle, puzzles, solve
from cornerwise.throw import throw

INSTRUCTIONS = """Cornerwise plays corner-to-corner tile games, Classic, Duo, the Dice Game and 3D, and solves puzzles.
Begin a game with start_game, look at it with show_game, list moves with legal_moves, and play the text of one of them.
A move is the list of cells it covers, such as e8,d9,e9,f9,e10: a column letter and a row number from the bottom.
Ask advise for the best moves with reasons before you explain a position, and review for what each move of a game cost.
"""
MOST_GAMES = 50  # at once; the oldest goes
MOST_SECONDS = 60.0

T = TypeVar("T")
GameName = Annotated[str, Field(description='the name start_game gave, such as "game-1"')]
Seconds = Annotated[float, Field(gt=0, le=MOST_SECONDS, description="how long to think")]
Count = Annotated[int, Field(ge=1, le=20, description="how many moves")]


class Games:
    """The games of one assistant, and the tools that act on them."""

    def __init__(self) -> None:
        self.games: dict[str, cw.Game] = {}
        self._numbers = itertools.count(1)

    def server(self) -> MCPServer[None]:
        """The server with all tools."""
        server: MCPServer[None] = MCPServer(
            "cornerwise", version=cw.__version__, instructions=INSTRUCTIONS, log_level="ERROR"
        )
        tools: list[Callable[..., object]] = [
            self.list_games,
            self.start_game,
            self.show_game,
            self.legal_moves,
            self.play_move,
            self.let_engine_move,
            self.undo_move,
            self.advise,
            self.review,
            self.record,
            self.list_puzzles,
            self.solve_puzzle,
        ]
        for tool in tools:
            server.tool(structured_output=False)(_in_a_sentence(tool))
        return server

    def _game(self, name: str) -> cw.Game:
        if name not in self.games:
            known = ", ".join(self.games) or "none yet"
            raise cw.CornerwiseError(f"There is no game {name!r}; the games are: {known}.")
        return self.games[name]

    # ---- playing ----------------------------------------------------------------------------

    def list_games(self) -> str:
        """List the rulesets one can play, and the games begun so far."""
        rulesets = [f"{name}: {cw.ruleset(name).title}, {cw.ruleset(name).seats} seats" for name in cw.rulesets()]
        begun = [f"{name}: {game.ruleset.name}, {_standing(game)}" for name, game in self.games.items()]
        return "\n".join(["Rulesets:", *rulesets, "", "Games:", *(begun or ["none yet"])])

    def start_game(
        self,
        ruleset: Annotated[str, Field(description='such as "duo" or "classic-4"; list_games names them all')] = "duo",
        record: Annotated[str, Field(description="a Cornerwise record to go on from, instead of a ruleset")] = "",
    ) -> str:
        """Begin a game, or open a record; the answer begins with the name of the game."""
        game = parse_game(record) if record else cw.Game(ruleset)
        if game.seed is None:
            game.seed = 0
        name = f"game-{next(self._numbers)}"
        self.games[name] = game
        while len(self.games) > MOST_GAMES:
            del self.games[next(iter(self.games))]
        _roll(game)
        return f"{name}\n{_shown(game)}"

    def show_game(self, game: GameName) -> str:
        """Show the board as text, who is to move, the scores, and the moves so far."""
        return _shown(self._game(game))

    def legal_moves(
        self,
        game: GameName,
        shape: Annotated[str, Field(description='only moves of this shape, such as "L5"')] = "",
        count: Annotated[int, Field(ge=1, le=500)] = 60,
    ) -> str:
        """List legal moves, the largest pieces first."""
        position = self._game(game).position
        moves = [move for move in position.legal_moves if not shape or move.shape.lower() == shape.lower()]
        moves.sort(key=lambda move: -len(move.cells))
        lines = [f"{move.shape}: {move}" for move in moves[:count]]
        more = [f"… and {len(moves) - count} more"] if len(moves) > count else []
        return "\n".join([f"{len(moves)} legal moves", *lines, *more])

    def play_move(
        self, game: GameName, move: Annotated[str, Field(description="the cells, separated by commas")]
    ) -> str:
        """Play a move for whoever is to move. A move that is not legal is answered by the rule it breaks."""
        played = self._game(game)
        played.play(move)
        _roll(played)
        return _shown(played)

    def let_engine_move(
        self,
        game: GameName,
        level: Annotated[int, Field(ge=1, le=10, description="how strong; a game may have fewer levels")] = 3,
    ) -> str:
        """Let the engine choose and play the move for whoever is to move."""
        played = self._game(game)
        _expect_turn(played)
        with Engine(played.ruleset, level=min(level, len(levels(played.ruleset)))) as engine:
            move = engine.choose(played.position, last=played.node.last_move)
        color = played.position.turn.color
        played.play(move)
        _roll(played)
        return f"The engine played {move.shape} {move} for {color}.\n{_shown(played)}"

    def undo_move(self, game: GameName) -> str:
        """Take the last move back."""
        played = self._game(game)
        if played.node.parent is None:
            raise cw.CornerwiseError("There is no move to take back.")
        played.undo()
        while played.position.turn.actor == cw.CHANCE and played.node.parent is not None:
            played.undo()  # the throw before it too, as the dice follow from the round
        _roll(played)
        return _shown(played)

    # ---- thinking ---------------------------------------------------------------------------

    def advise(self, game: GameName, seconds: Seconds = 2.0, count: Count = 3) -> str:
        """The best moves of the position, with everybody's chances and what speaks for each move and against it."""
        played = self._game(game)
        _expect_turn(played)
        with Engine(played.ruleset) as engine:
            return str(engine.advise(played.position, Limit(seconds=seconds), count))

    def review(
        self, game: GameName, count: Count = 3, simulations: Annotated[int, Field(ge=50, le=20000)] = 1000
    ) -> str:
        """Look back at a game: the moves that cost most, what would have been better, and why."""
        played = self._game(game)
        with Engine(played.ruleset) as engine:
            found = engine.review(played, Limit(simulations=simulations))
        if not found.moves:
            raise cw.CornerwiseError("There is no move to look back at yet.")
        lines = [f"{len(found.moves)} moves, judged with {simulations} simulations each."]
        for move in found.costliest(count):
            lines.append(f"Move {move.number}, {move.color}: {move.move.shape} {move.move} cost {move.cost:.0%}.")
            if move.best != move.move:
                lines.append(f"   Better: {move.best.shape} {move.best}")
                lines += [f"   {'+' if finding.is_good else '-'} {finding}" for finding in move.findings()]
        if len(lines) == 1:
            lines.append("No move cost anything that the search could see.")
        return "\n".join(lines)

    def record(self, game: GameName) -> str:
        """The game as a record, which start_game and `cornerwise show` read."""
        return format_game(self._game(game))

    # ---- puzzles ----------------------------------------------------------------------------

    def list_puzzles(self) -> str:
        """List the puzzles of the library."""
        return "\n".join(f"{name}: {puzzle(name).title}" for name in puzzles())

    def solve_puzzle(
        self,
        name: Annotated[str, Field(description="one of list_puzzles")],
        seconds: Seconds = 20.0,
        seed: Annotated[int, Field(ge=0, description="another seed may find another solution")] = 0,
    ) -> str:
        """Solve a puzzle of the library, or prove that it has no solution; pieces come in an order one can lay."""
        found = solve(puzzle(name), seed=seed, limit=seconds)
        if found.solution is None:
            return found.sentence
        pieces = found.solution.as_data()
        return "\n".join(
            [found.sentence, *(f"{each['color']} {each['shape']}: {','.join(each['cells'])}" for each in pieces)]
        )


def _in_a_sentence(tool: Callable[..., T]) -> Callable[..., T]:
    """A tool whose refusals reach the assistant; the library keeps other errors to itself."""

    @wraps(tool)
    def told(*args: object, **kwargs: object) -> T:
        try:
            return tool(*args, **kwargs)
        except cw.CornerwiseError as error:
            raise ToolError(str(error)) from error

    return told


def _expect_turn(game: cw.Game) -> None:
    if game.position.is_over:
        raise cw.CornerwiseError("The game is over.")


def _roll(game: cw.Game) -> None:
    """Throw the dice where they are due; they follow from the game's seed."""
    while game.position.turn.actor == cw.CHANCE:
        game.roll(throw(game.position, game.seed or 0))


def _standing(game: cw.Game) -> str:
    position = game.position
    if position.is_over:
        return f"over, winner: seat {' and '.join(str(seat + 1) for seat in position.winners)}"
    return f"{position.turn.color} to move (seat {position.turn.actor + 1})"


def _shown(game: cw.Game) -> str:
    position = game.position
    scores = ", ".join(f"seat {seat + 1}: {score}" for seat, score in enumerate(position.scores))
    line = " ".join(str(step) for step in game.steps)
    return "\n".join(
        [
            str(position),
            "",
            f"{game.ruleset.title}: {_standing(game)}",
            f"Scores: {scores}",
            f"Moves: {line or 'none yet'}",
        ]
    )


def run() -> None:
    """Serve over standard input and output until the assistant hangs up."""
    Games().server().run("stdio")
