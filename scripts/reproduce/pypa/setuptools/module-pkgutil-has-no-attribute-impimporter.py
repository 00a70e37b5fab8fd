# /// script
# requires-python = ">=3.12"
# dependencies = ["setuptools==65.5.0"]
#
# [tool.errkb]
# fix-dependencies = ["setuptools==80.9.0"]
# light = true
# ///
"""An old setuptools on a new Python."""


def trigger():
    import pkg_resources


def fixed():
    import setuptools

    print(setuptools.__version__)
