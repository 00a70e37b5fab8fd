# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==3.1.1", "numpy==2.3.5"]
#
# [tool.errkb]
# captures = {column = "id"}
# ///
"""The index has the name of a column."""

import pandas as pd

df = pd.DataFrame({"id": [1, 2], "x": [3, 4]}).set_index("id", drop=False)


def trigger():
    df.reset_index()


def fixed():
    df.reset_index(drop=True)
