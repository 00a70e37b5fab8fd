# /// script
# requires-python = ">=3.11"
# dependencies = ["setuptools==82.0.1"]
#
# [tool.errkb]
# light = true
# ///
"""A module that setuptools no longer has."""


def trigger():
    import pkg_resources


def fixed():
    from importlib.metadata import version

    version("setuptools")
