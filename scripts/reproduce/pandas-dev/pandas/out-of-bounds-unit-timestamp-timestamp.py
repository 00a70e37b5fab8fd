# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==2.3.3", "numpy==2.3.5"]
# ///
"""A date that stands for no end."""

import pandas as pd

contracts = pd.DataFrame({"end": ["2024-01-31", "9999-12-31"]})


def trigger():
    pd.to_datetime(contracts["end"])


def fixed():
    pd.to_datetime(contracts["end"].mask(contracts["end"] == "9999-12-31"))
