# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==3.1.1", "numpy==2.3.5"]
# ///
"""No file matches."""

from pathlib import Path

import pandas as pd

files = sorted(Path("missing").glob("*.csv"))


def trigger():
    pd.concat([pd.read_csv(f) for f in files])


def fixed():
    parts = [pd.read_csv(f) for f in files]
    pd.concat(parts) if parts else pd.DataFrame(columns=["date", "price"])
