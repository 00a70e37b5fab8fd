# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {name = "os.path.join", parent = "os.path"}
# ///
"""A function is imported as if it were a module."""


def trigger():
    import os.path.join


def fixed():
    from os.path import join
