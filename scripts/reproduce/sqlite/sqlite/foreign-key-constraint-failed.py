# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# ///
"""An order without its user."""

import sqlite3


def shop():
    db = sqlite3.connect(":memory:", isolation_level=None)
    db.execute("pragma foreign_keys = on")
    db.execute("create table users (id integer primary key)")
    db.execute("create table orders (user_id int references users (id))")
    return db


def trigger():
    shop().execute("insert into orders values (42)")


def fixed():
    db = shop()
    db.execute("insert into users values (42)")
    db.execute("insert into orders values (42)")
