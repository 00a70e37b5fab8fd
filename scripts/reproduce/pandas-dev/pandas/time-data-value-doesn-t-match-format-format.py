# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==2.3.3", "numpy==2.3.5"]
#
# [tool.errkb]
# captures = {value = "13/02/2026"}
# ///
"""Days first, seen at the thirteenth."""

import pandas as pd

s = pd.Series(["01/02/2026", "13/02/2026"])


def trigger():
    pd.to_datetime(s)


def fixed():
    pd.to_datetime(s, dayfirst=True)
