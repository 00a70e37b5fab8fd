# /// script
# requires-python = ">=3.11,<3.14"
# dependencies = []
#
# [tool.errkb]
# captures = {type = "NoneType"}
# ///
"""A variable of the environment is not set."""

import os


def trigger():
    "debug" in os.environ.get("FLAGS")


def fixed():
    "debug" in os.environ.get("FLAGS", "").split(",")
