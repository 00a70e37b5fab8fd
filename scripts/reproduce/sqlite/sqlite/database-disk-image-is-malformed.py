# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# ///
"""Half of the file is missing."""

import sqlite3
from pathlib import Path


def make(name):
    db = sqlite3.connect(name)
    db.execute("create table t (n int, text text)")
    db.executemany("insert into t values (?, ?)", [(n, "x" * 500) for n in range(100)])
    db.commit()
    return db


def trigger():
    make("app.db").close()
    Path("backup.db").write_bytes(Path("app.db").read_bytes()[:9000])
    sqlite3.connect("backup.db").execute("select * from t").fetchall()


def fixed():
    make("app.db").execute("vacuum into 'backup.db'")
    sqlite3.connect("backup.db").execute("select * from t").fetchall()
