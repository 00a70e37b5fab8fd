# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {format = "'%Y-%m-%d %H:%M:%S'"}
# ///
"""A time in ISO form and a pattern with a blank."""

from datetime import datetime

text = "2026-01-02T10:00:00+01:00"


def trigger():
    datetime.strptime(text, "%Y-%m-%d %H:%M:%S")


def fixed():
    datetime.fromisoformat(text)
