# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {name = "count"}
# ///
"""A global is counted up in a function."""

count = 0


def trigger():
    count += 1


def fixed():
    global count
    count += 1
