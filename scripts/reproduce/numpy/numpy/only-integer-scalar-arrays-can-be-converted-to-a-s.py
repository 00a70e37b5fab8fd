# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy==2.3.5"]
#
# [tool.errkb]
# light = true
# ///
"""Names in a list, their order in an array."""

import numpy as np

names = ["pear", "apple", "fig"]
order = np.argsort([3, 1, 2])


def trigger():
    names[order]


def fixed():
    [names[i] for i in order]
