# /// script
# requires-python = ">=3.8,<3.12"
# dependencies = ["numpy==1.23.5"]
# ///
"""Rows of unequal length."""

import numpy as np

rows = [[1, 2, 3], [4, 5]]


def trigger():
    np.array(rows)


def fixed():
    x = np.empty(len(rows), dtype=object)
    x[:] = rows
