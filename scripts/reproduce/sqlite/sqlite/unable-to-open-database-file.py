# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# ///
"""A folder that does not exist."""

import sqlite3
from pathlib import Path

PATH = Path("data", "app.db")


def trigger():
    sqlite3.connect(PATH)


def fixed():
    PATH.parent.mkdir(parents=True, exist_ok=True)
    sqlite3.connect(PATH)
