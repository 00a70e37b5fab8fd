# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {expected = "2", got = "1"}
# ///
"""A line without the separator."""

line = "debug"


def trigger():
    key, value = line.split("=")


def fixed():
    key, separator, value = line.partition("=")
