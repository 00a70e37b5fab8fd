# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {columns = "users.email"}
# ///
"""The same address twice."""

import sqlite3


def users():
    db = sqlite3.connect(":memory:")
    db.execute("create table users (email text unique, name text)")
    db.execute("insert into users values ('a@b.example', 'Ann')")
    return db


ROW = ("a@b.example", "Anna")


def trigger():
    users().execute("insert into users (email, name) values (?, ?)", ROW)


def fixed():
    users().execute(
        "insert into users (email, name) values (?, ?) on conflict (email) do update set name = excluded.name", ROW
    )
