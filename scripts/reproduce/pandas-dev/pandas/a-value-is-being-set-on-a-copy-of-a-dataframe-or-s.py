# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==3.1.1", "numpy==2.3.5"]
# ///
"""A cell is set by two brackets."""

import pandas as pd

df = pd.DataFrame({"a": [1, 2, 3]})


def trigger():
    df["a"][0] = 5


def fixed():
    df.loc[df.index[0], "a"] = 5
