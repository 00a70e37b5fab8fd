# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {value = "'1,5'"}
# ///
"""A price as an export writes it."""


def trigger():
    float("1,5")


def fixed():
    float("1,5".replace(",", "."))
