# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# captures = {count = "0"}
# ///
"""The pattern matched no picture."""

from pathlib import Path

from torch.utils.data import DataLoader


def load(pattern):
    DataLoader(sorted(Path(".").glob(pattern)), shuffle=True)


Path("a.JPG").touch()


def trigger():
    load("*.jpg")


def fixed():
    load("*.[jJ][pP][gG]")
