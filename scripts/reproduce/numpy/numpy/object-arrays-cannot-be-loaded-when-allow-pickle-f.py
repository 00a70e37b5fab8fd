# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy==2.3.5"]
#
# [tool.errkb]
# light = true
# ///
"""A dictionary was saved as an array."""

import numpy as np


def trigger():
    np.save("run.npy", {"weights": np.ones(3), "steps": 7})
    np.load("run.npy")


def fixed():
    np.savez("run.npz", weights=np.ones(3), steps=np.array(7))
    np.load("run.npz")["steps"]
