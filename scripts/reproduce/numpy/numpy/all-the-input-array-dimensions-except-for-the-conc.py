# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy==2.3.5"]
#
# [tool.errkb]
# light = true
# captures = {dim = "1", first_size = "3", second_size = "4"}
# ///
"""A column of ones is stacked as a row."""

import numpy as np

X = np.zeros((4, 3))
bias = np.ones(4)


def trigger():
    np.vstack([X, bias])


def fixed():
    np.column_stack([X, bias])
