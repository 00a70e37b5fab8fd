# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==2.3.3", "numpy==2.3.5"]
# ///
"""The index is set twice."""

import pandas as pd

df = pd.DataFrame({"Date": ["2024-01-01"], "x": [1]}).set_index("Date")


def trigger():
    df.set_index("Date")


def fixed():
    if "Date" in df.columns:
        df.set_index("Date")
