# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==3.1.1", "numpy==2.3.5"]
# ///
"""A year is missing."""

import pandas as pd

df = pd.DataFrame({"year": [2024, None]})


def trigger():
    df["year"].astype(int)


def fixed():
    df["year"].astype("Int64")
