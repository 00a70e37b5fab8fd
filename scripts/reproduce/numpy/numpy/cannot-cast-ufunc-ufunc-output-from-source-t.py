# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy==2.3.5"]
#
# [tool.errkb]
# light = true
# captures = {ufunc = "subtract", casting = "same_kind"}
# ///
"""Whole numbers are centred in place."""

import numpy as np


def trigger():
    X = np.array([[1, 2], [3, 5]])
    X -= X.mean(axis=0)


def fixed():
    X = np.array([[1, 2], [3, 5]])
    X = X - X.mean(axis=0)
