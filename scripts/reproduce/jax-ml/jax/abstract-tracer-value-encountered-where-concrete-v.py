# /// script
# requires-python = ">=3.11"
# dependencies = ["jax==0.10.2"]
#
# [tool.errkb]
# timeout = 120
# memory = 16384
# ///
"""A length that is an argument."""

from functools import partial

import jax
import jax.numpy as jnp


def trigger():
    @jax.jit
    def grid(n):
        return jnp.arange(n)

    grid(3)


def fixed():
    @partial(jax.jit, static_argnames="n")
    def grid(n):
        return jnp.arange(n)

    grid(n=3)
