# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==3.1.1", "numpy==2.3.5"]
# ///
"""One record is no table."""

import pandas as pd

record = {"loss": 0.3, "epoch": 2}


def trigger():
    pd.DataFrame(record)


def fixed():
    pd.DataFrame([record])
