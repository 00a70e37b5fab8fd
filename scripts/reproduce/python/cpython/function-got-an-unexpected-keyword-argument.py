# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {function = "connect", name = "tiemout"}
# ///
"""A configuration has a key the function does not know."""

import inspect

config = {"host": "localhost", "tiemout": 3}


def connect(host, timeout=1):
    return host, timeout


def trigger():
    connect(**config)


def fixed():
    known = inspect.signature(connect).parameters
    connect(**{key: value for key, value in config.items() if key in known})
