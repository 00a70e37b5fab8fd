# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {table = "users"}
# ///
"""A new file instead of the one that was meant."""

import sqlite3


def trigger():
    sqlite3.connect("app.db").execute("select * from users")


def fixed():
    connection = sqlite3.connect("app.db")
    connection.execute("create table if not exists users (id integer primary key, name text)")
    connection.execute("select * from users")
