"""Every ruleset as an OpenSpiel game: importing this module registers "cornerwise_duo" and so on."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from cornerwise._core import Position, Ruleset
from cornerwise.env import Batch
from cornerwise.render import terminal
from cornerwise.ruleset import ruleset, rulesets, start


def game_name(ruleset_name: str) -> str:
    """What OpenSpiel calls a ruleset: only letters, digits and underscores."""
    return "cornerwise_" + ruleset_name.replace("-", "_")


def game_type(rules: Ruleset) -> pyspiel.GameType:
    """The axes OpenSpiel asks about."""
    return pyspiel.GameType(
        short_name=game_name(rules.name),
        long_name=f"Cornerwise {rules.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=(
            pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC if rules.rows else pyspiel.GameType.ChanceMode.DETERMINISTIC
        ),
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        # Partners win together, so what all seats get does not add up to zero.
        utility=(
            pyspiel.GameType.Utility.ZERO_SUM
            if len(rules.teams) == rules.seats
            else pyspiel.GameType.Utility.GENERAL_SUM
        ),
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.seats,
        min_num_players=rules.seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )


def game_facts(rules: Ruleset) -> pyspiel.GameInfo:
    """The bounds OpenSpiel asks about."""
    pieces = len(rules.shapes) * (rules.seats if rules.rows else len(rules.colors))
    rolls = len(start(rules).rolls)
    return pyspiel.GameInfo(
        num_distinct_actions=rules.move_count,
        max_chance_outcomes=rolls,
        num_players=rules.seats,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0 if len(rules.teams) == rules.seats else None,
        max_game_length=pieces,
    )


class CornerwiseState(pyspiel.State):  # type: ignore[misc]
    """A position; a roll's number in `Position.rolls` is the action of chance."""

    def __init__(self, game: pyspiel.Game, position: Position) -> None:
        super().__init__(game)
        self.position = position

    def current_player(self) -> int:
        """The seat to move, or what OpenSpiel calls chance and the end."""
        if self.position.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.position.rolls else self.position.turn.actor

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal_ids.tolist() if self.position.turn.actor == player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every roll with its probability."""
        return [(number, roll.probability) for number, roll in enumerate(self.position.rolls)]

    def _apply_action(self, action: int) -> None:
        rolls = self.position.rolls
        self.position = self.position.roll(rolls[action]) if rolls else self.position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"roll {self.position.rolls[action]}"
        return str(self.position.ruleset.move(action))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.is_over

    def returns(self) -> list[float]:
        """1 for whoever won alone, −1 / (sides − 1) for whoever lost."""
        rules = self.position.ruleset
        if not self.position.is_over:
            return [0.0] * rules.seats
        sides = len(rules.teams)
        return [(sides * share - 1) / (sides - 1) for share in self.position.win_shares]

    def __str__(self) -> str:
        return self.position.text


class Observer:
    """Planes and features of the seat to move, in one flat tensor with both as its parts."""

    def __init__(self, rules: Ruleset) -> None:
        self._batch = Batch(rules, 1, auto_reset=False, offer_chance=True)
        planes, features = self._batch.plane_shape, self._batch.feature_count
        size = int(np.prod(planes))
        self.tensor = np.zeros(size + features, np.float32)
        self.dict = {"planes": self.tensor[:size].reshape(planes), "features": self.tensor[size:]}

    def set_from(self, state: CornerwiseState, player: int) -> None:
        """Sees a state; everything is public, so all players see the same."""
        self._batch.put(0, state.position)
        self.dict["planes"][:] = self._batch.planes()[0]
        self.dict["features"][:] = self._batch.features()[0]

    def string_from(self, state: CornerwiseState, player: int) -> str:
        """The position as text."""
        return terminal(state.position, depth="plain")


def _register(name: str) -> None:
    rules = ruleset(name)

    class Game(pyspiel.Game):  # type: ignore[misc]
        """The OpenSpiel game of one ruleset."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(game_type(rules), game_facts(rules), params or {})

        def new_initial_state(self, state: Any = None) -> CornerwiseState:
            """The start, or the position whose text is given."""
            return CornerwiseState(self, start(rules) if state is None else Position.parse(str(state)))

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            """What players see."""
            if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
                return Observer(rules)
            return IIGObserverForPublicInfoGame(iig_obs_type, params)

    pyspiel.register_game(game_type(rules), Game)


for _name in rulesets():
    _register(_name)
