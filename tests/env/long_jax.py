"""JAX reads the arrays of a batch where they are; `make test-env` runs this."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from cornerwise.env import Batch


def test_jax_reads_arrays_without_copying() -> None:
    batch = Batch("duo", 33, seed=1)
    batch.step(batch.sample())
    masks, (ids, _) = batch.masks(), batch.legal()
    for array in (batch.planes(), batch.features(), masks, batch.packed_masks(), batch.scores(), ids):
        read = jnp.from_dlpack(array)
        assert read.unsafe_buffer_pointer() == array.ctypes.data and read.dtype == array.dtype
        assert np.array_equal(read, array)
    chosen = jax.random.categorical(jax.random.key(1), jnp.where(jnp.from_dlpack(masks), 0.0, -jnp.inf))
    batch.step(np.asarray(chosen))
    assert jnp.asarray(batch.seats).tolist() == [0] * 33
