# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# ///
"""A text file."""

import sqlite3
from pathlib import Path

PATH = Path("app.db")


def trigger():
    PATH.write_text("version https://git-lfs.github.com/spec/v1\n" * 20)
    sqlite3.connect(PATH).execute("select * from t")


def fixed():
    with sqlite3.connect(PATH) as db:
        db.execute("create table t (n int)")
    assert PATH.read_bytes()[:16] == b"SQLite format 3\0"
