# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy==2.3.5"]
# ///
"""A function for numbers gets an array."""

import numpy as np


def clip_wrong(x):
    if x > 1:
        return 1
    return x


def clip(x):
    return np.where(x > 1, 1, x)


def trigger():
    clip_wrong(np.array([0.5, 2.0]))


def fixed():
    clip(np.array([0.5, 2.0]))
