# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy==2.3.5"]
#
# [tool.errkb]
# light = true
# captures = {shape = "(200000, 200000)", dtype = "float32"}
# ///
"""A column minus a row is a table."""

import numpy as np

truth = np.zeros((200_000, 1), dtype=np.float32)
prediction = np.zeros(200_000, dtype=np.float32)


def trigger():
    np.abs(truth - prediction).mean()


def fixed():
    np.abs(truth.ravel() - prediction).mean()
