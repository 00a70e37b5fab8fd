# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==3.1.1", "numpy==2.3.5"]
# ///
"""A tab-separated text called .xls."""

from pathlib import Path

import pandas as pd

Path("export.xls").write_text("a\tb\n1\t2\n")


def trigger():
    pd.read_excel("export.xls")


def fixed():
    pd.read_csv("export.xls", sep="\t")
