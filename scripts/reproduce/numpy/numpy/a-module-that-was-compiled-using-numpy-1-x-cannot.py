# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy==2.2.6", "numexpr==2.8.4"]
#
# [tool.errkb]
# fix-dependencies = ["numpy==2.2.6", "numexpr==2.10.2"]
# captures = {version = "2.2.6"}
# ///
"""A package built for NumPy 1 meets NumPy 2."""


def trigger():
    import numexpr


def fixed():
    import numexpr
