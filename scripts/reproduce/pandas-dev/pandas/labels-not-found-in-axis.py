# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==2.3.3", "numpy==2.3.5"]
#
# [tool.errkb]
# captures = {labels = "'price'"}
# ///
"""A column is dropped as if it were a row."""

import pandas as pd

df = pd.DataFrame({"price": [1, 2], "qty": [3, 4]})


def trigger():
    df.drop("price")


def fixed():
    df.drop(columns="price")
