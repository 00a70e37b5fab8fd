# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy==2.3.5"]
#
# [tool.errkb]
# light = true
# captures = {ndim = "1", count = "2"}
# ///
"""A file of a single line gives a vector."""

import io

import numpy as np


def trigger():
    np.loadtxt(io.StringIO("1.0 2.0 3.0"))[:, 0]


def fixed():
    np.loadtxt(io.StringIO("1.0 2.0 3.0"), ndmin=2)[:, 0]
