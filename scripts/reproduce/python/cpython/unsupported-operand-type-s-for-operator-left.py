# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {operator = "+", left = "int", right = "str"}
# ///
"""A variable of the environment is text."""

import os

os.environ["PORT"] = "8000"


def trigger():
    1 + os.environ.get("PORT", 8000)


def fixed():
    1 + int(os.environ.get("PORT", "8000"))
