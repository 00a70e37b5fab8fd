# /// script
# requires-python = ">=3.7,<3.11"
# dependencies = ["pandas==1.3.5", "numpy==1.21.6"]
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
