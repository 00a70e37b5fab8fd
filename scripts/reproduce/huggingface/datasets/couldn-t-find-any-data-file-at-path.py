# /// script
# requires-python = ">=3.11"
# dependencies = ["datasets==4.8.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# ///
"""A file is named where the kind of file belongs."""

from pathlib import Path

from datasets import load_dataset

Path("data/raw").mkdir(parents=True)
Path("data/raw/train.csv").write_text("a,b\n1,2\n")


def trigger():
    load_dataset("data/raw/train.csv/")


def fixed():
    load_dataset("csv", data_files={"train": "data/raw/train.csv"})
