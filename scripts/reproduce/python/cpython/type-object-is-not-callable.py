# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {type = "list"}
# ///
"""A variable hides the built-in of that name."""


def trigger():
    list = [3, 1, 2]
    list(set([1, 1]))


def fixed():
    numbers = [3, 1, 2]
    sorted(set(numbers))
