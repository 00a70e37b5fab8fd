# /// script
# requires-python = ">=3.11"
# dependencies = ["jax==0.10.2"]
#
# [tool.errkb]
# timeout = 120
# memory = 16384
# ///
"""An if on a traced argument."""

import jax
import jax.numpy as jnp


def trigger():
    @jax.jit
    def magnitude(x):
        if x > 0:
            return x
        return -x

    magnitude(1.0)


def fixed():
    @jax.jit
    def magnitude(x):
        return jnp.where(x > 0, x, -x)

    magnitude(1.0)
