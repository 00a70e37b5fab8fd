# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {base = "10", value = "'1,204'"}
# ///
"""A count as people write it."""


def trigger():
    int("1,204")


def fixed():
    int("1,204".replace(",", "").strip())
