# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==3.1.1", "numpy==2.3.5"]
#
# [tool.errkb]
# captures = {type = "Series"}
# ///
"""Two conditions joined with and."""

import pandas as pd

df = pd.DataFrame({"age": [30, 12], "city": ["Rome", "Oslo"]})


def trigger():
    df[(df["age"] > 18) and (df["city"] == "Rome")]


def fixed():
    df[(df["age"] > 18) & (df["city"] == "Rome")]
