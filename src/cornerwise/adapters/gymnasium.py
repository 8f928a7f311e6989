"""Every ruleset as a Gymnasium environment: one seat learns, opponents of your choice hold the others."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from cornerwise._core import Position, Ruleset
from cornerwise.env import Batch
from cornerwise.env.action import ids_of
from cornerwise.env.observation import largest_feature
from cornerwise.env.opponent import Opponent, seats_of
from cornerwise.env.picture import pixels
from cornerwise.errors import CornerwiseError
from cornerwise.player import Player
from cornerwise.render import terminal
from cornerwise.ruleset import rulesets

Observation = dict[str, NDArray[Any]]


def register() -> None:
    """Tells Gymnasium about all rulesets: "cornerwise/duo-v0" and so on; done by itself when it is installed."""
    for name in rulesets():
        gymnasium.register(
            f"cornerwise/{name}-v0",
            entry_point="cornerwise.adapters.gymnasium:SeatEnv",
            vector_entry_point="cornerwise.adapters.gymnasium:SeatVectorEnv",
            kwargs={"ruleset": name},
        )


def observation_space(batch: Batch) -> spaces.Dict:
    """What one game shows: planes and features as docs/learning/environments.md tells them."""
    return spaces.Dict(
        {
            "planes": spaces.Box(0, max(1, batch.ruleset.board.levels), batch.plane_shape, np.uint8),
            "features": spaces.Box(0, largest_feature(batch.ruleset), (batch.feature_count,), np.float32),
        }
    )


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of one game; `action_masks()` says what it may do, as sb3-contrib asks.

    A step plays the learner's move and then the opponents', until it is the learner's turn again or the game is over:
    1 for a victory, −1 / (sides − 1) for a defeat. A game may also end before the learner could move at all again.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        ruleset: str | Ruleset = "duo",
        opponent: str | Player = "greedy",
        seat: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """`seat` is the learner's; None draws one for every game."""
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise CornerwiseError(f"There is no render mode {render_mode!r}; choose ansi or rgb_array.")
        self.render_mode = render_mode
        self._batch = Batch(ruleset, 1, auto_reset=False)
        self._opponent = Opponent(opponent, self._batch)
        self._seat = int(seats_of(seat, self._batch)[0])
        self._draws_seat = seat is None
        self.observation_space: Any = observation_space(self._batch)
        self.action_space: Any = spaces.Discrete(self._batch.action_count)

    @property
    def position(self) -> Position:
        """The position of the game."""
        return self._batch.position(0)

    @property
    def seat(self) -> int:
        """The seat of the learner."""
        return self._seat

    def action_masks(self) -> NDArray[np.bool_]:
        """Which move ids are legal now."""
        masks: NDArray[np.bool_] = self._batch.masks()[0]
        return masks

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Starts a new game and lets the opponents move until it is the learner's turn."""
        super().reset(seed=seed)
        self._batch.reset(seed=int(self.np_random.integers(2**62)))
        if self._draws_seat:
            self._seat = int(self.np_random.integers(self._batch.ruleset.seats))
        self._let_opponents_move()
        return self._observe(), self._tell()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays a move of the learner's; an illegal one raises IllegalMove and changes nothing."""
        self._batch.step(ids_of([action]))
        self._let_opponents_move()
        ended = bool(self._batch.ended[0])
        return self._observe(), float(self._batch.rewards[0, self._seat]), ended, False, self._tell()

    def render(self) -> Any:
        """The position as text or as pixels."""
        if self.render_mode == "rgb_array":
            return pixels(self.position)
        return terminal(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Ends an opponent that is a program."""
        self._opponent.close()

    def _let_opponents_move(self) -> None:
        while (seat := self._batch.seats[0]) >= 0 and seat != self._seat:
            self._batch.step(self._opponent.choose(np.array([True])))

    def _observe(self) -> Observation:
        return {"planes": self._batch.planes()[0], "features": self._batch.features()[0]}

    def _tell(self) -> dict[str, Any]:
        info: dict[str, Any] = {"seat": self._seat}
        if self._batch.seats[0] < 0:
            info |= {"scores": self._batch.final_scores[0].tolist(), "ranks": self._batch.final_ranks[0].tolist()}
        return info


class SeatVectorEnv(VectorEnv[dict[str, Any], NDArray[np.int64], NDArray[Any]]):
    """Many games at once, in each of which one seat learns; masks are in the info, and in `action_masks()`.

    A game that ended starts again with the next step, which takes any action for it (`AutoresetMode.NEXT_STEP`).
    """

    def __init__(
        self,
        num_envs: int = 64,
        ruleset: str | Ruleset = "duo",
        opponent: str | Player = "greedy",
        seat: int | None = None,
        threads: int = 1,
    ) -> None:
        """`seat` is the learner's; None gives it all seats, game by game."""
        self._batch = Batch(ruleset, num_envs, threads=threads, auto_reset=False)
        self._opponent = Opponent(opponent, self._batch)
        self.seats = seats_of(seat, self._batch)
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}
        self.single_observation_space = observation_space(self._batch)
        self.single_action_space = spaces.Discrete(self._batch.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._over = np.zeros(num_envs, np.bool_)

    def action_masks(self) -> NDArray[np.bool_]:
        """Which move ids are legal now: (num_envs, ids)."""
        masks: NDArray[np.bool_] = self._batch.masks()
        return masks

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Starts all games over."""
        if isinstance(seed, list):
            raise CornerwiseError("The games of a vector share one seed; every game draws numbers of its own from it.")
        super().reset(seed=seed)
        self._batch.reset(seed=int(self.np_random.integers(2**62)))
        self._over[:] = False
        self._let_opponents_move()
        return self._observe(), self._tell()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[dict[str, Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Plays a move of the learner's in every game; if one is illegal, none is played."""
        ids = np.array(actions)
        if ids.shape == (self.num_envs,):
            ids[self._over] = 0
            ids = np.where(self._over, -1, ids_of(ids))
        self._batch.step(ids)
        restarted = self._over.copy()
        rewards = self._rewards()
        if restarted.any():
            self._batch.reset(restarted)
        rewards += self._let_opponents_move()
        self._over = self._batch.seats < 0
        return self._observe(), rewards, self._over.copy(), np.zeros(self.num_envs, np.bool_), self._tell()

    def close_extras(self, **kwargs: Any) -> None:
        """Ends an opponent that is a program."""
        self._opponent.close()

    def _rewards(self) -> NDArray[np.float64]:
        return self._batch.rewards[np.arange(self.num_envs), self.seats].astype(np.float64)

    def _let_opponents_move(self) -> NDArray[np.float64]:
        rewards = np.zeros(self.num_envs)
        while True:
            seats = self._batch.seats
            waiting = (seats >= 0) & (seats != self.seats)
            if not waiting.any():
                return rewards
            self._batch.step(self._opponent.choose(waiting))
            rewards += self._rewards()

    def _observe(self) -> dict[str, Any]:
        return {"planes": self._batch.planes(), "features": self._batch.features()}

    def _tell(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "seat": self.seats}
