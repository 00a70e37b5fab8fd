# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==2.3.3", "numpy==2.3.5"]
#
# [tool.errkb]
# captures = {timestamp = "9999-12-31 00:00:00", unit = "ns"}
# ///
"""A far end of a contract meets a time in nanoseconds."""

import pandas as pd

end = pd.Timestamp("9999-12-31")
now = pd.Timestamp("2024-05-01").as_unit("ns")


def trigger():
    end - now


def fixed():
    end - now.as_unit("us")
