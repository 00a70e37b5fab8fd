# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {module = "datetime", name = "now"}
# ///
"""The module and the class in it have the same name."""


def trigger():
    import datetime

    datetime.now()


def fixed():
    from datetime import datetime, timezone

    datetime.now(timezone.utc)
