# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==2.3.3", "numpy==2.3.5"]
# ///
"""fillna on a column, in place."""

import pandas as pd

df = pd.DataFrame({"age": [22.0, None]})


def trigger():
    df["age"].fillna(df["age"].median(), inplace=True)


def fixed():
    df["age"] = df["age"].fillna(df["age"].median())
