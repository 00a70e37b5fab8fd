# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {type = "NoneType"}
# ///
"""A query without a result."""

import sqlite3

cursor = sqlite3.connect(":memory:")
query = "SELECT name FROM sqlite_master WHERE name = 'users'"


def trigger():
    cursor.execute(query).fetchone()[0]


def fixed():
    row = cursor.execute(query).fetchone()
    row[0] if row is not None else None
