# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {name = "cmp", function = "sort"}
# ///
"""sorted() as it was in Python 2."""

from functools import cmp_to_key


def compare(a, b):
    return (a > b) - (a < b)


def trigger():
    sorted([3, 1, 2], cmp=compare)


def fixed():
    sorted([3, 1, 2], key=cmp_to_key(compare))
