# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==2.3.3", "numpy==2.3.5"]
# ///
"""Columns of unequal length."""

import pandas as pd

data = {"title": ["a", "b"], "price": [1]}


def trigger():
    pd.DataFrame(data)


def fixed():
    pd.DataFrame({name: pd.Series(values) for name, values in data.items()})
