"""A batch: many games of one ruleset side by side, with everything a learner reads as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from cornerwise._core import Batch as _Batch
from cornerwise._core import Move, Position, Ruleset
from cornerwise.engine.tuning import tuning_of
from cornerwise.env.array import empty
from cornerwise.errors import CornerwiseError, WrongType
from cornerwise.ruleset import ruleset as ruleset_named

GAME = "A game of a batch"
MASK_TYPES = (np.dtype(np.bool_), np.dtype(np.int8), np.dtype(np.uint8))


class Batch:
    """Many games of one ruleset, played side by side.

    >>> batch = Batch("duo", 4, seed=1)
    >>> batch.step(batch.sample())
    >>> batch.seats.tolist()
    [1, 1, 1, 1]

    Every game has random numbers of its own, so results depend on the seed and never on the number of threads. Arrays
    are new ones, or go out into `out`: any writable, contiguous array in memory with the right shape and type that
    speaks DLPack or the buffer protocol (NumPy, torch). JAX reads new ones without copying. A call that cannot be
    carried out changes nothing.
    """

    def __init__(
        self,
        ruleset: str | Ruleset,
        n: int,
        *,
        seed: int = 0,
        threads: int = 1,
        auto_reset: bool = True,
        offer_chance: bool = False,
    ) -> None:
        """`n` games; with `auto_reset` a game that ends starts again at once.

        Dice are thrown inside. With `offer_chance` they are not: a game whose seat is `CHANCE` then takes the number
        of a roll as its id, in the order of `Position.rolls`.
        """
        self.ruleset = ruleset if isinstance(ruleset, Ruleset) else ruleset_named(ruleset)
        self.auto_reset = _truth(auto_reset, "auto_reset")
        self.offer_chance = _truth(offer_chance, "offer_chance")
        self.threads = _whole(threads, "The number of threads")
        size = _whole(n, "The size of a batch")
        self._games = _Batch(self.ruleset, size, _seed(seed), self.threads, self.auto_reset, self.offer_chance)

    def __len__(self) -> int:
        return self._games.size

    def __reduce__(self) -> tuple[Any, ...]:
        """A batch travels and is copied as what `save` gives."""
        options = self.ruleset, len(self), self.threads, self.auto_reset, self.offer_chance
        return _restored, (*options, self.save())

    @property
    def action_count(self) -> int:
        """How many move ids there are: from 0 to this, exclusive."""
        return self.ruleset.move_count

    @property
    def nbytes(self) -> int:
        """Memory used by the games, without the arrays handed out."""
        return self._games.nbytes

    # ---- going on ----

    def step(self, ids: Any) -> None:
        """Plays an id in every game, or nothing where it is −1; a game that is over takes only −1.

        Raises IllegalMove (or IllegalRoll) if one of them cannot be played; then no game has changed.
        """
        self._games.step(_array(ids))

    def reset(self, where: Any = None, *, seed: int | None = None) -> None:
        """Starts games again: all, or those that an array of bool marks; with a seed, from new random numbers.

        What the latest step made of the other games stays.
        """
        self._games.reset(_array(where), None if seed is None else _seed(seed))

    def put(self, game: int, position: Position, *, last: Move | int | None = None) -> None:
        """Continues a game from this position; `last`, the move before, is what the plane of the last piece shows.

        A game whose position is over waits until `reset` starts it, even in a batch with `auto_reset`.
        """
        if not isinstance(position, Position):
            raise WrongType("A game of a batch continues from a Position.")
        if isinstance(last, Move):
            last = last.placement
        self._games.put(_whole(game, GAME), position, -1 if last is None else _whole(last, "The placement before"))

    def position(self, game: int) -> Position:
        """The position of a game."""
        return self._games.position(_whole(game, GAME))

    def save(self) -> bytes:
        """All games as bytes, random numbers included."""
        return self._games.save()

    def restore(self, saved: bytes) -> None:
        """Goes back to what `save` gave, in a batch of the same ruleset, size, `auto_reset` and `offer_chance`."""
        if not isinstance(saved, bytes):
            raise WrongType("A batch is restored from the bytes that `save` gave.")
        self._games.restore(saved)

    # ---- what the latest step made of every game: live views, never copied ----

    @property
    def seats(self) -> NDArray[np.int8]:
        """The seat to move, CHANCE or NOBODY: (n,)."""
        return self._games.seats

    @property
    def colors(self) -> NDArray[np.int8]:
        """The color to move as an index, −1 where there is none: (n,)."""
        return self._games.colors

    @property
    def ended(self) -> NDArray[np.bool_]:
        """Whether a game ended with the latest step: (n,)."""
        return self._games.ended.view(np.bool_)

    @property
    def rewards(self) -> NDArray[np.float32]:
        """Every seat's reward for the latest step: (n, seats).

        Zero unless the game ended. Then 1 for whoever won alone, −1 / (sides − 1) for whoever lost, in between for
        shared victories; they add up to zero over the sides.
        """
        return self._games.rewards

    @property
    def final_scores(self) -> NDArray[np.int32]:
        """Scores of the game that ended last: (n, seats)."""
        return self._games.final_scores

    @property
    def final_ranks(self) -> NDArray[np.int8]:
        """Ranks of the game that ended last, 0 before one has ended: (n, seats)."""
        return self._games.final_ranks

    # ---- what may be played ----

    def legal(self, out: tuple[Any, Any] | None = None) -> tuple[Any, Any]:
        """The ids of the legal moves as (ids, offsets): those of game i are ids[offsets[i]:offsets[i + 1]].

        An `out` for ids may be longer than needed; a shorter one is refused with the number there are.
        """
        return self._games.legal(out)

    def masks(self, out: Any = None, *, dtype: DTypeLike = np.bool_) -> Any:
        """A byte per move id, 1 where it is legal: (n, action_count) of bool, int8 or uint8."""
        if out is None:
            if not _is_mask_type(dtype):
                raise WrongType("Masks are of bool, int8 or uint8.")
            out = empty((len(self), self.action_count), dtype)
        self._games.masks(out)
        return out

    def packed_masks(self, out: Any = None) -> Any:
        """A bit per move id, the lowest bit of a byte first: (n, ⌈action_count / 8⌉) of uint8."""
        if out is None:
            out = empty((len(self), self._games.packed_bytes), np.uint8)
        self._games.packed_masks(out)
        return out

    def sample(self, out: Any = None, *, where: Any = None) -> Any:
        """A random id for every game, all legal ones equally likely: (n,) of int32.

        −1 where the game is over, and where an array of bool does not mark it.
        """
        out = empty((len(self),), np.int32) if out is None else out
        self._games.sample(out, _array(where))
        return out

    def choose_greedily(self, out: Any = None, *, where: Any = None) -> Any:
        """The id that GreedyPlayer would choose in every game; otherwise like `sample`."""
        out = empty((len(self),), np.int32) if out is None else out
        self._games.choose_greedily(out, _array(where))
        return out

    # ---- what the mover sees ----

    @property
    def plane_shape(self) -> tuple[int, int, int]:
        """(planes, rows, columns)."""
        return self._games.plane_shape

    @property
    def feature_count(self) -> int:
        """How many numbers `features` has per game."""
        return self._games.feature_count

    def planes(self, out: Any = None) -> Any:
        """The boards in the mover's frame: (n, planes, rows, columns) of uint8, in the order of `plane_names`."""
        out = empty((len(self), *self.plane_shape), np.uint8) if out is None else out
        self._games.planes(out)
        return out

    def features(self, out: Any = None) -> Any:
        """Supplies, dice and strikes: (n, feature_count) of float32, in the order of `feature_names`."""
        out = empty((len(self), self.feature_count), np.float32) if out is None else out
        self._games.features(out)
        return out

    def scores(self, out: Any = None) -> Any:
        """The scores as if the games ended now: (n, seats) of int32."""
        out = empty((len(self), self.ruleset.seats), np.int32) if out is None else out
        self._games.scores(out)
        return out

    def play_out(
        self, times: int = 1, *, guided: bool = True, seed: int = 0, out: tuple[Any, Any] | None = None
    ) -> tuple[Any, Any]:
        """Plays every position to the end this many times; the games themselves do not change.

        Gives the mean shares of the victory and the mean scores, (n, seats) of float32 each; moves are those of the
        engine's policy, or random ones.
        """
        shape = (len(self), self.ruleset.seats)
        if out is None:
            out = empty(shape, np.float32), empty(shape, np.float32)
        elif not (isinstance(out, tuple) and len(out) == 2):
            raise WrongType("Playouts go out into a pair of arrays: shares and scores.")
        tuning = tuning_of(self.ruleset) if _truth(guided, "guided") else None
        self._games.play_out(_whole(times, "A number of playouts"), tuning, _seed(seed), *out)
        return out

    def __repr__(self) -> str:
        return f"<Batch of {len(self)} games of {self.ruleset.key}>"


def _restored(ruleset: Ruleset, n: int, threads: int, auto_reset: bool, offer_chance: bool, saved: bytes) -> Batch:
    batch = Batch(ruleset, n, threads=threads, auto_reset=auto_reset, offer_chance=offer_chance)
    batch.restore(saved)
    return batch


def _array(value: Any) -> Any:
    """A list or tuple as an array; what is none already says so to the kernel."""
    if not isinstance(value, Sequence):
        return value
    try:
        return np.asarray(value)
    except (ValueError, OverflowError):
        raise WrongType("These numbers form no array with one axis.") from None


def _is_mask_type(dtype: Any) -> bool:
    try:
        return np.dtype(dtype) in MASK_TYPES
    except (TypeError, ValueError):
        return False


def _truth(value: object, name: str) -> bool:
    if not isinstance(value, bool | np.bool_):
        raise WrongType(f"`{name}` is True or False, not {type(value).__name__}.")
    return bool(value)


def _whole(value: object, noun: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise WrongType(f"{noun} is a whole number, not {type(value).__name__}.")
    if not -(2**31) <= value < 2**31:
        raise CornerwiseError(f"{noun} cannot be {value}.")
    return int(value)


def _seed(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise WrongType(f"A seed is a whole number, not {type(value).__name__}.")
    return int(value) % 2**64
