# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==2.3.3", "numpy==2.3.5"]
#
# [tool.errkb]
# captures = {labels = "'price'"}
# ///
"""A header with a blank at its end."""

import pandas as pd

df = pd.DataFrame({"date": [1], "price ": [2]})


def trigger():
    df[["date", "price"]]


def fixed():
    df.columns = df.columns.str.strip()
    df[["date", "price"]]
