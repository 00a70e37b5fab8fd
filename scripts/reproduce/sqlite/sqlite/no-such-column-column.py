# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {column = "Ann"}
# ///
"""A text without quotes."""

import sqlite3


def users():
    connection = sqlite3.connect(":memory:")
    connection.execute("create table users (name text)")
    return connection


NAME = "Ann"


def trigger():
    users().execute(f"select * from users where name = {NAME}")


def fixed():
    users().execute("select * from users where name = ?", [NAME])
