# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==3.1.1", "numpy==2.3.5"]
# ///
"""The same labels in another order."""

import pandas as pd

old = pd.Series([3, 5], index=["a", "b"])
new = pd.Series([5, 3], index=["b", "a"])


def trigger():
    old == new


def fixed():
    old.eq(new)
