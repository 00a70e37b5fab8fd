# /// script
# requires-python = ">=3.11"
# dependencies = ["matplotlib==3.10.8", "numpy==2.3.5"]
#
# [tool.errkb]
# captures = {x_shape = "(4,)", y_shape = "(3,)"}
# ///
"""A histogram has one edge more than counts."""

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

counts, edges = np.histogram([1, 2, 2, 3], bins=3)


def trigger():
    plt.plot(edges, counts)


def fixed():
    plt.plot((edges[:-1] + edges[1:]) / 2, counts)
