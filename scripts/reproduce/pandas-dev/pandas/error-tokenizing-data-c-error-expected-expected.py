# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==2.3.3", "numpy==2.3.5"]
#
# [tool.errkb]
# captures = {expected = "2", line = "3", saw = "3"}
# ///
"""An export with a title line and semicolons."""

import io

import pandas as pd

CSV = "Sales, all shops\ndate;amount;note\n2024-01-01;1,5;a,b\n"


def trigger():
    pd.read_csv(io.StringIO(CSV))


def fixed():
    pd.read_csv(io.StringIO(CSV), sep=";", decimal=",", skiprows=1)
