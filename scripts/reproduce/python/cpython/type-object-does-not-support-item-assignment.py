# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {type = "str"}
# ///
"""A letter of a string is replaced."""

name = "jane"


def trigger():
    name[0] = "J"


def fixed():
    "J" + name[1:]
