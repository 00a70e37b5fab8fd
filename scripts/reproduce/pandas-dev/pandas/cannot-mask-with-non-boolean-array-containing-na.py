# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==3.1.1", "numpy==2.3.5"]
# ///
"""A name is missing."""

import pandas as pd

df = pd.DataFrame({"name": pd.Series(["pear", None], dtype=object)})


def trigger():
    df[df["name"].str.contains("pea")]


def fixed():
    df[df["name"].str.contains("pea", na=False)]
