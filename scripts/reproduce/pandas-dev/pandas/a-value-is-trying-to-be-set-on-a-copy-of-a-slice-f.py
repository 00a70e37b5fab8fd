# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==2.3.3", "numpy==2.3.5"]
# ///
"""A column is added to a selection."""

import pandas as pd

df = pd.DataFrame({"age": [12, 30]})


def trigger():
    adults = df[df["age"] >= 18]
    adults["group"] = "adult"


def fixed():
    adults = df[df["age"] >= 18].copy()
    adults["group"] = "adult"
