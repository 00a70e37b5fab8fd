# /// script
# requires-python = ">=3.11"
# dependencies = ["cmake==4.0.3"]
#
# [tool.errkb]
# ///
"""A project of CMake 2.8 times."""

import subprocess
import sys
from pathlib import Path


def cmake(text, *options):
    Path("CMakeLists.txt").write_text(text)
    sys.exit(subprocess.run(["cmake", "-S", ".", "-B", "build", *options]).returncode)


def trigger():
    cmake("cmake_minimum_required(VERSION 2.8)\nproject(shop NONE)\n")


def fixed():
    cmake("cmake_minimum_required(VERSION 3.10...4.0)\nproject(shop NONE)\n")
