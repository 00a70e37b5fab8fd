# /// script
# requires-python = ">=3.11"
# dependencies = ["matplotlib==3.10.8", "numpy==2.3.5"]
#
# [tool.errkb]
# captures = {canvas = "FigureCanvasAgg"}
# ///
"""A plot is shown where there is no screen."""

import os

os.environ["DISPLAY"] = ":0"  # without a screen pyplot says nothing

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

plt.plot([1, 2, 3])


def trigger():
    plt.show()


def fixed():
    plt.savefig("plot.png")
