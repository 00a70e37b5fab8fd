# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {name = "os"}
# ///
"""An import was forgotten."""


def trigger():
    os.path.join("data", "in.csv")


def fixed():
    import os

    os.path.join("data", "in.csv")
