# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["cmake", "cc"]
# memory = 65536
# ///
"""A build folder that was moved."""

import os
import subprocess
import sys
from pathlib import Path


def cmake(*arguments, **more):
    return subprocess.run(["cmake", *arguments], stdout=subprocess.DEVNULL, env=os.environ | more).returncode


def make():
    Path("CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.10)\nproject(shop C)\n")
    cmake("-S", ".", "-B", "build")
    Path("build").rename("moved")


def trigger():
    make()
    sys.exit(cmake("-S", ".", "-B", "moved"))


def fixed():
    make()
    Path("moved/CMakeCache.txt").unlink()
    sys.exit(cmake("-S", ".", "-B", "moved"))
