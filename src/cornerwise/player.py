"""Players: whoever sits at a table and chooses moves; two simple ones that need no search, and a game among any."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Protocol

from cornerwise._core import Move, Position, Ruleset
from cornerwise.errors import CornerwiseError, PlayerError, WrongType
from cornerwise.game import Game

NOTHING_TO_CHOOSE = "There is no move to choose: the game is over or the dice are to be rolled."


class Player(Protocol):
    """Anything that can choose a move."""

    def choose(self, position: Position, *, last: Move | None = None) -> Move:
        """Chooses one of the position's legal moves; `last` is the move before it, if there was one."""
        ...


class RandomPlayer:
    """Chooses every legal move equally often."""

    def __init__(self, seed: int | None = None) -> None:
        self.seed = seed
        self._random = _random(seed)

    def __repr__(self) -> str:
        return f"RandomPlayer(seed={self.seed})"

    def choose(self, position: Position, *, last: Move | None = None) -> Move:
        """Chooses one of the position's legal moves."""
        try:
            return self._random.choice(_position(position).legal_moves)
        except IndexError:
            raise CornerwiseError(NOTHING_TO_CHOOSE) from None


class GreedyPlayer:
    """Takes what looks best at once: the biggest piece with the best corners; in 3D the best view."""

    def __init__(self, seed: int | None = None) -> None:
        self.seed = seed
        self._random = _random(seed)

    def __repr__(self) -> str:
        return f"GreedyPlayer(seed={self.seed})"

    def choose(self, position: Position, *, last: Move | None = None) -> Move:
        """Chooses one of the position's legal moves."""
        ids = _position(position).greedy_ids.tolist()
        if not ids:
            raise CornerwiseError(NOTHING_TO_CHOOSE)
        return position.ruleset.move(self._random.choice(ids))


PLAYERS: dict[str, Callable[[int | None], Player]] = {"greedy": GreedyPlayer, "random": RandomPlayer}


def player(name: str, seed: int | None = None) -> Player:
    """A player by name: "greedy" or "random"."""
    if name not in PLAYERS:
        raise CornerwiseError(f"There is no player {name!r}; choose one of {', '.join(PLAYERS)}.")
    return PLAYERS[name](seed)


def _position(value: Position) -> Position:
    if not isinstance(value, Position):
        raise WrongType(f"A player chooses in a Position, not in {type(value).__name__}.")
    return value


def _random(seed: int | None) -> random.Random:
    """Random numbers from a seed, or ever new ones without."""
    if not (seed is None or isinstance(seed, int)):
        raise WrongType(f"A seed is a whole number, not {type(seed).__name__}.")
    return random.Random(seed)


def play_game(
    players: Sequence[Any], game: str | Ruleset | Position | Game = "classic-4", *, seed: int = 0, **options: str
) -> Game:
    """Plays a game to its end, the first player at seat 0; dice are thrown from the seed.

    A player is any object with a method `choose(position)` that gives a Move, its text or its id. One that raises an
    error or gives something else ends the game with a PlayerError that names its seat; Ctrl-C goes through.

    >>> play_game([RandomPlayer(1), RandomPlayer(2)], "duo").position.is_over
    True
    """
    if not isinstance(players, Sequence):
        raise WrongType("The players of a game are a sequence, one for every seat.")
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise WrongType(f"A seed is a whole number, not {type(seed).__name__}.")
    played = game if isinstance(game, Game) else Game(game, **options)
    if len(players) != played.ruleset.seats:
        raise CornerwiseError(f"This game has {played.ruleset.seats} seats, not {len(players)}.")
    asks = [asker(each) for each in players]
    if played.seed is None:
        played.seed = seed

    def choose(position: Position) -> Move:
        seat = position.turn.actor
        try:
            choice = asks[seat](position, played.node.last_move)
        except Exception as error:
            raise _failure(f"The player at seat {seat} ({type(players[seat]).__name__})", error) from error
        return checked(choice, position, f"The player at seat {seat}")

    played.play_on(choose)
    return played


def asker(player: Any) -> Callable[[Position, Move | None], Any]:
    """How to ask a player: with the move before, if its `choose` takes `last`."""
    choose = getattr(player, "choose", None)
    if not callable(choose):
        raise WrongType(f"A player has a method `choose(position)`; {type(player).__name__} has none.")
    if _takes_last(getattr(choose, "__func__", choose)):
        return lambda position, last: choose(position, last=last)
    return lambda position, last: choose(position)


@lru_cache(maxsize=256)
def _takes_last(choose: Callable[..., Any]) -> bool:
    try:
        known = inspect.signature(choose).parameters
    except (TypeError, ValueError):
        return False
    return "last" in known or any(each.kind is inspect.Parameter.VAR_KEYWORD for each in known.values())


def ask(player: Any, position: Position, last: Move | None) -> Any:
    """What a player chooses; any error it raises becomes a PlayerError."""
    try:
        return asker(player)(position, last)
    except PlayerError:
        raise
    except Exception as error:
        raise _failure(type(player).__name__, error) from error


def _failure(who: str, error: Exception) -> PlayerError:
    """A player's error as our own; a sentence of ours needs no name of its kind."""
    kind = "" if isinstance(error, CornerwiseError) else f"{type(error).__name__}: "
    return PlayerError(f"{who} failed: {kind}{error}")


def checked(choice: Any, position: Position, who: str) -> Move:
    """The legal move that somebody chose; raises PlayerError for anything else."""
    try:
        if (reason := position.explain(choice)) is not None:
            raise PlayerError(f"{who} chose {str(choice)[:60]!r}: {reason}")
    except WrongType:
        raise PlayerError(f"{who} chose {str(choice)[:60]!r}, which is not a move.") from None
    if isinstance(choice, Move):
        return choice
    return position.ruleset.parse_move(choice) if isinstance(choice, str) else position.ruleset.move(choice)
