# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {type = "datetime"}
# ///
"""A time and a set go into JSON."""

import json
from datetime import datetime, timezone

data = {"when": datetime.now(timezone.utc), "tags": {"a", "b"}}


def plain(value):
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, set):
        return sorted(value)
    raise TypeError(f"cannot write {type(value).__name__}")


def trigger():
    json.dumps(data)


def fixed():
    json.dumps(data, default=plain)
