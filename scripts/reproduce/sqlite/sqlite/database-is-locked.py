# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# ///
"""A writer who does not commit."""

import sqlite3


def connect(name):
    return sqlite3.connect(name, timeout=0.5, isolation_level=None)


def trigger():
    one, other = connect("app.db"), connect("app.db")
    one.execute("create table jobs (done int)")
    one.execute("begin immediate")
    other.execute("insert into jobs values (1)")


def fixed():
    one, other = connect("app.db"), connect("app.db")
    one.execute("create table jobs (done int)")
    one.execute("begin immediate")
    one.execute("commit")
    other.execute("insert into jobs values (1)")
