# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy==2.3.5"]
#
# [tool.errkb]
# light = true
# ///
"""A formula of the math module meets an array."""

import math

import numpy as np

x = np.linspace(0, 1, 5)


def trigger():
    math.exp(x)


def fixed():
    np.exp(x)
