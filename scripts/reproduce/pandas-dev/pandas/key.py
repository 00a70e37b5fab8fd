# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==2.3.3", "numpy==2.3.5"]
# ///
"""A header with a blank after the comma."""

import io

import pandas as pd

CSV = "date, price\n2024-01-01, 3\n"


def trigger():
    pd.read_csv(io.StringIO(CSV))["price"].sum()


def fixed():
    df = pd.read_csv(io.StringIO(CSV), skipinitialspace=True)
    df.columns = df.columns.str.strip()
    df["price"].sum()
