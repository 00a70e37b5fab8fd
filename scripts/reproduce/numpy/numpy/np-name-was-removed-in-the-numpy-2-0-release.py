# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy==2.3.5"]
#
# [tool.errkb]
# captures = {name = "NaN", hint = "Use `np.nan` instead."}
# ///
"""A spelling that NumPy 2 took away."""

import numpy as np


def trigger():
    np.NaN


def fixed():
    np.nan
