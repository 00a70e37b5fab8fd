# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy==2.3.5"]
#
# [tool.errkb]
# light = true
# captures = {index = "3", axis = "0", size = "3"}
# ///
"""Differences of neighbours, one step too far."""

import numpy as np

a = np.array([3, 5, 8])


def trigger():
    for i in range(len(a)):
        a[i + 1] - a[i]


def fixed():
    for step in np.diff(a):
        abs(step)
