"""Ten kills of each victim; `make test-faults` kills three hundred times."""

from __future__ import annotations

import pytest

from faults import VICTIMS, Victim, strike


@pytest.mark.parametrize("victim", VICTIMS)
def test_no_acknowledged_move_is_lost(victim: Victim) -> None:
    moves, resumed = strike(victim, kills=10)
    assert moves > 20
    assert resumed > 0 or victim == "postgresql"
