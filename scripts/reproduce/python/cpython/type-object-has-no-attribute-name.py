# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {type = "NoneType", name = "group"}
# ///
"""A search found nothing."""

import re

text = "no version here"


def trigger():
    re.search(r"v(\d+)", text).group(1)


def fixed():
    match = re.search(r"v(\d+)", text)
    match.group(1) if match is not None else None
