# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==2.3.3", "numpy==2.3.5"]
#
# [tool.errkb]
# captures = {expected = "3", given = "2"}
# ///
"""Two names for three columns."""

import pandas as pd

df = pd.DataFrame([[0, 1, 2]])


def trigger():
    df.columns = ["x", "y"]


def fixed():
    df.rename(columns={0: "id", 1: "x", 2: "y"})
