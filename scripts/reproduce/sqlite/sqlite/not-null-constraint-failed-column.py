# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {column = "items.owner"}
# ///
"""A column without a value."""

import sqlite3


def items():
    db = sqlite3.connect(":memory:")
    db.execute("create table items (name text, owner int not null)")
    return db


def trigger():
    items().execute("insert into items (name) values (?)", ["pen"])


def fixed():
    items().execute("insert into items (name, owner) values (?, ?)", ["pen", 7])
