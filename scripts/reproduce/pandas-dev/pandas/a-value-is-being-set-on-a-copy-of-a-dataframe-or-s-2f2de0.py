# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==3.1.1", "numpy==2.3.5"]
# ///
"""fillna on a column, in place."""

import pandas as pd

df = pd.DataFrame({"a": [1.0, None]})


def trigger():
    df["a"].fillna(0, inplace=True)


def fixed():
    df["a"] = df["a"].fillna(0)
