# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==3.1.1", "numpy==2.3.5"]
#
# [tool.errkb]
# captures = {inferred_dtype = "integer"}
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
