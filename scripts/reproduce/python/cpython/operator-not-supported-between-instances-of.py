# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {operator = "<", left = "NoneType", right = "int"}
# ///
"""Rows with a gap are sorted."""

rows = [{"n": 3}, {"n": None}, {"n": 1}]


def trigger():
    sorted(rows, key=lambda row: row["n"])


def fixed():
    sorted(rows, key=lambda row: (row["n"] is None, row["n"] or 0))
