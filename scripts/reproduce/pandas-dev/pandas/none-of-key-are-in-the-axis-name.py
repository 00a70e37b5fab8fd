# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==2.3.3", "numpy==2.3.5"]
#
# [tool.errkb]
# captures = {axis_name = "columns"}
# ///
"""Row numbers are taken for column names."""

import pandas as pd

X = pd.DataFrame({"a": [1, 2, 3, 4]})
train = [0, 1, 2]


def trigger():
    X[train]


def fixed():
    X.iloc[train]
