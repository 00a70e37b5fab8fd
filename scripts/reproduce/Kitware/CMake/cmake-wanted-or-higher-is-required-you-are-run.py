# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["cmake"]
# memory = 65536
# ///
"""A project for a newer CMake."""

import subprocess
import sys
from pathlib import Path


def cmake(text, *options):
    Path("CMakeLists.txt").write_text(text)
    sys.exit(subprocess.run(["cmake", "-S", ".", "-B", "build", *options]).returncode)


def trigger():
    cmake("cmake_minimum_required(VERSION 99.0)\nproject(shop NONE)\n")


def fixed():
    cmake("cmake_minimum_required(VERSION 3.10)\nproject(shop NONE)\n")
