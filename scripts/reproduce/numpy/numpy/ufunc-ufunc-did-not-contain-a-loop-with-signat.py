# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy==2.3.5"]
#
# [tool.errkb]
# light = true
# captures = {ufunc = "multiply"}
# ///
"""Cells of a file are still text."""

import numpy as np

cells = np.array(["1.5", "2.0"])


def trigger():
    cells * 2.0


def fixed():
    cells.astype(float) * 2.0
