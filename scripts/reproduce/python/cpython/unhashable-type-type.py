# /// script
# requires-python = ">=3.11,<3.14"
# dependencies = []
#
# [tool.errkb]
# captures = {type = "list"}
# ///
"""Lists go into a set."""

rows = [[1, 2], [1, 2], [3, 4]]


def trigger():
    set(rows)


def fixed():
    set(map(tuple, rows))
