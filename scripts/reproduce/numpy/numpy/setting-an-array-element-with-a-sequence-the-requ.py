# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy==2.3.5"]
#
# [tool.errkb]
# captures = {ndim = "1", shape = "(2,)"}
# ///
"""Rows of unequal length."""

import numpy as np

rows = [[1, 2, 3], [4, 5]]


def trigger():
    np.array(rows)


def fixed():
    width = max(map(len, rows))
    np.array([row + [0] * (width - len(row)) for row in rows])
