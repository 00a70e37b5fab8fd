# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {name = "Mapping", module = "collections"}
# ///
"""A name that Python 3.10 took away."""


def trigger():
    from collections import Mapping


def fixed():
    from collections.abc import Mapping
