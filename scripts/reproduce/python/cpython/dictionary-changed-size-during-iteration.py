# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""Entries are deleted in a loop over them."""

cache = {"a": 1, "b": 2}


def trigger():
    for key in cache:
        if cache[key] > 0:
            del cache[key]


def fixed():
    for key, value in list(cache.items()):
        if value > 0:
            del cache[key]
