# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {type = "NoneType"}
# ///
"""A folder comes from a variable that is not set."""

import os
from pathlib import Path


def trigger():
    os.path.join(os.environ.get("DATA_DIR"), "in.csv")


def fixed():
    Path(os.environ.get("DATA_DIR", "data")) / "in.csv"
