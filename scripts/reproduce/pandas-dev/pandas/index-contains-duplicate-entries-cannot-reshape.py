# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==3.1.1", "numpy==2.3.5"]
# ///
"""Two values for one cell."""

import pandas as pd

df = pd.DataFrame({"day": ["mon", "mon"], "name": ["a", "a"], "x": [1, 3]})


def trigger():
    df.pivot(index="day", columns="name", values="x")


def fixed():
    df.pivot_table(index="day", columns="name", values="x", aggfunc="mean")
