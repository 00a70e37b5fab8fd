# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==2.3.3", "numpy==2.3.5"]
# ///
"""Two months with the same row numbers."""

import pandas as pd

jan = pd.DataFrame({"price": [1, 2]})
feb = pd.DataFrame({"price": [3, 4]})


def trigger():
    df = pd.concat([jan, feb])
    df["rank"] = df.sort_values("price", ascending=False)["price"].rank()


def fixed():
    df = pd.concat([jan, feb], ignore_index=True)
    df["rank"] = df.sort_values("price", ascending=False)["price"].rank()
