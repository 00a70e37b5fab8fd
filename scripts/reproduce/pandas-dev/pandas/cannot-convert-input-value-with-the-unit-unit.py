# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==2.3.3", "numpy==2.3.5"]
# ///
"""Milliseconds are taken for seconds."""

import pandas as pd

stamps = [1700000000000]


def trigger():
    pd.to_datetime(stamps, unit="s")


def fixed():
    pd.to_datetime(stamps, unit="ms")
