# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy==2.3.5"]
#
# [tool.errkb]
# captures = {shapes = "(3,4) (3,)"}
# ///
"""Row means are taken off a matrix."""

import numpy as np

a = np.arange(12.0).reshape(3, 4)


def trigger():
    a - a.mean(axis=1)


def fixed():
    a - a.mean(axis=1, keepdims=True)
