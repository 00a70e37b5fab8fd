# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {type = "datetime.datetime", name = "timedelta"}
# ///
"""The class is imported, and looked for in itself."""

from datetime import datetime, timedelta


def trigger():
    datetime.now() + datetime.timedelta(days=1)


def fixed():
    datetime.now() + timedelta(days=1)
