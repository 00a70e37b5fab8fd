# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# ///
"""Opened for reading."""

import sqlite3


def open_for(mode):
    sqlite3.connect("app.db").execute("create table if not exists t (n int)")
    return sqlite3.connect(f"file:app.db?mode={mode}", uri=True)


def trigger():
    open_for("ro").execute("insert into t values (1)")


def fixed():
    open_for("rw").execute("insert into t values (1)")
