# /// script
# requires-python = ">=3.9,<3.13"
# dependencies = ["numpy==1.26.4"]
#
# [tool.errkb]
# captures = {name = "float"}
# ///
"""An alias of a built-in type, gone since 1.24."""

import numpy as np


def trigger():
    np.zeros(10, dtype=np.float)


def fixed():
    np.zeros(10, dtype=np.float64)
