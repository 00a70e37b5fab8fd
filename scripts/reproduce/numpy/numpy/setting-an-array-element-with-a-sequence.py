# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy==2.3.5"]
# ///
"""Two numbers go into one place."""

import numpy as np


def trigger():
    x = np.zeros(3)
    x[0] = [1.0, 2.0]


def fixed():
    x = np.zeros((3, 2))
    x[0] = [1.0, 2.0]
