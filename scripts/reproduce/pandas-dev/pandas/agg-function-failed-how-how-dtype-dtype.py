# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==2.3.3", "numpy==2.3.5"]
#
# [tool.errkb]
# captures = {how = "mean", dtype = "object"}
# ///
"""A name among the numbers."""

import pandas as pd

df = pd.DataFrame({"a": [1, 1], "name": ["x", "y"], "price": [2.0, 4.0]})


def trigger():
    df.groupby("a").mean()


def fixed():
    df.groupby("a").mean(numeric_only=True)
