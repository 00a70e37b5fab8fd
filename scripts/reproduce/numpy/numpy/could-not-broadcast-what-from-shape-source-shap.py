# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy==2.3.5"]
#
# [tool.errkb]
# light = true
# captures = {source_shape = "(3,)", target_shape = "(5,)"}
# ///
"""A short row in a fixed batch."""

import numpy as np

row = np.array([1.0, 2.0, 3.0])


def trigger():
    batch = np.zeros((2, 5))
    batch[0] = row


def fixed():
    batch = np.zeros((2, 5))
    batch[0, : len(row)] = row
