# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {type = "NoneType"}
# ///
"""A function that found nothing returned None."""

import re


def trigger():
    re.match("[0-9]+", "abc")[0]


def fixed():
    found = re.match("[0-9]+", "abc")
    print(found[0] if found else "nothing")
