# /// script
# requires-python = ">=3.11,<3.13"
# dependencies = ["pandas==2.0.3", "numpy==2.2.6"]
#
# [tool.errkb]
# fix-dependencies = ["pandas==2.0.3", "numpy==1.26.4"]
# captures = {module = "numpy"}
# ///
"""A release of pandas that was built for NumPy 1."""


def trigger():
    import pandas


def fixed():
    import pandas
