# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==2.3.3", "numpy==2.3.5"]
# ///
"""A table with two columns of one name."""

import pandas as pd

a = pd.DataFrame([[1, 2]], columns=["x", "x"])
b = pd.DataFrame([[3]], columns=["y"])


def trigger():
    pd.concat([a, b])


def fixed():
    pd.concat([a.loc[:, ~a.columns.duplicated()], b], ignore_index=True)
