# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy==2.2.6", "numexpr==2.8.4"]
#
# [tool.errkb]
# captures = {version = "2.2.6"}
# ///
"""A package built for NumPy 1 meets NumPy 2."""

import subprocess
import sys


def trigger():
    import numexpr


def fixed():
    import numpy

    print(f"numpy {numpy.__version__}: numexpr 2.10 and later are built for it")
