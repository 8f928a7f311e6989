"""Actions: what agents do, as ids that a batch takes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cornerwise.errors import IllegalMove, WrongType


def ids_of(actions: Any) -> NDArray[Any]:
    """The actions of agents as an array of ids; −1, by which a batch leaves a game alone, is none of theirs."""
    ids = np.asarray(actions)
    if not np.issubdtype(ids.dtype, np.integer):
        raise WrongType("An action is the id of a move, a whole number.")
    if (ids < 0).any():
        raise IllegalMove(f"An action is the id of a move, 0 or more, not {int(ids.min())}.")
    return ids.astype(np.int64)
