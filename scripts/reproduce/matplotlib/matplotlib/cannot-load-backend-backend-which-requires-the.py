# /// script
# requires-python = ">=3.11"
# dependencies = ["matplotlib==3.10.8", "numpy==2.3.5"]
#
# [tool.errkb]
# captures = {backend = "TkAgg", required_framework = "tk", running_framework = "headless"}
# ///
"""A window is asked for where there is no screen."""

import matplotlib


def trigger():
    matplotlib.use("TkAgg")
    import matplotlib.pyplot as plt

    plt.plot([1, 2, 3])


def fixed():
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    plt.plot([1, 2, 3])
    plt.savefig("plot.png")
