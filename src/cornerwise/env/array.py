"""Arrays that every library of tensors reads without copying."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

ALIGNMENT = 64  # bytes; JAX copies what begins elsewhere


def empty(shape: tuple[int, ...], dtype: DTypeLike) -> NDArray[Any]:
    """An array whose content is not set yet, at an address that suits everybody."""
    size = prod(shape) * np.dtype(dtype).itemsize
    raw = np.empty(size + ALIGNMENT, np.uint8)
    begin = -raw.ctypes.data % ALIGNMENT
    return raw[begin : begin + size].view(dtype).reshape(shape)
