# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==2.3.3", "numpy==2.3.5"]
# ///
"""A post code was read as a number."""

import io

import pandas as pd

CSV = "zip\n1234\n98101\n"


def trigger():
    df = pd.read_csv(io.StringIO(CSV))
    df["zip"].str.zfill(5)


def fixed():
    df = pd.read_csv(io.StringIO(CSV), dtype={"zip": "string"})
    df["zip"].str.zfill(5)
