# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==2.3.3", "numpy==2.3.5"]
# ///
"""A name has three parts."""

import pandas as pd

df = pd.DataFrame({"name": ["Ann Lee", "Juan de Soto"]})


def trigger():
    df[["first", "last"]] = df["name"].str.split(" ", expand=True)


def fixed():
    parts = df["name"].str.split(" ", n=1, expand=True).reindex(columns=range(2))
    df[["first", "last"]] = parts
