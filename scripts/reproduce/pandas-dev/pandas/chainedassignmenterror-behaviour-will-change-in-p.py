# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==2.3.3", "numpy==2.3.5"]
# ///
"""A part of a column is set by two brackets."""

import numpy as np
import pandas as pd

df = pd.DataFrame({"close": [1.0, 2.0, 3.0], "signal": 0.0})


def trigger():
    df["signal"][1:] = np.where(df["close"][1:] > 1.5, 1.0, 0.0)


def fixed():
    df.loc[df.index[1:], "signal"] = np.where(df["close"][1:] > 1.5, 1.0, 0.0)
