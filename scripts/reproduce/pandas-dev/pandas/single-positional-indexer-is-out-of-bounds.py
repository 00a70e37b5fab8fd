# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==3.1.1", "numpy==2.3.5"]
# ///
"""Ids are text, the key is a number."""

import pandas as pd

df = pd.DataFrame({"id": ["1", "2"], "name": ["pear", "fig"]})


def trigger():
    df[df["id"] == 1]["name"].iloc[0]


def fixed():
    df[df["id"] == "1"]["name"].iloc[0]
