# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy==2.3.5"]
#
# [tool.errkb]
# light = true
# captures = {size = "7"}
# ///
"""An odd number of samples in pairs."""

import numpy as np

a = np.arange(7)


def trigger():
    a.reshape(-1, 2)


def fixed():
    a[: len(a) // 2 * 2].reshape(-1, 2)
