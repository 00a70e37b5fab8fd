# /// script
# requires-python = ">=3.11"
# dependencies = ["matplotlib==3.10.8", "numpy==2.3.5"]
#
# [tool.errkb]
# captures = {i = "0", first_shape = "(4,)", j = "1", second_shape = "(3,)"}
# ///
"""A histogram has one edge more than bars."""

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

counts, edges = np.histogram([1, 2, 2, 3], bins=3)


def trigger():
    plt.bar(edges, counts)


def fixed():
    plt.bar(edges[:-1], counts, width=np.diff(edges), align="edge")
