# /// script
# requires-python = ">=3.8,<3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {name = "result"}
# ///
"""A loop that sets the result ran zero times."""


def total_wrong(rows):
    for row in rows:
        result = row["price"]
    return result


def total(rows):
    result = 0
    for row in rows:
        result += row["price"]
    return result


def trigger():
    total_wrong([])


def fixed():
    total([])
