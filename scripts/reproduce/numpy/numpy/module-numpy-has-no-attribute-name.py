# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy==2.4.6"]
#
# [tool.errkb]
# captures = {name = "in1d"}
# ///
"""A function that NumPy 2.4 took away."""

import numpy as np


def trigger():
    np.in1d([1, 2], [2, 3])


def fixed():
    np.isin([1, 2], [2, 3])
