# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["cmake", "cc"]
# captures = {package = "shopcore"}
# memory = 65536
# ///
"""A package without its CMake files."""

import subprocess
import sys
from pathlib import Path


def cmake(text, *options):
    Path("CMakeLists.txt").write_text(text)
    sys.exit(subprocess.run(["cmake", "-S", ".", "-B", "build", *options]).returncode)


TEXT = "cmake_minimum_required(VERSION 3.10)\nproject(shop C)\nfind_package(shopcore REQUIRED)\n"


def trigger():
    cmake(TEXT)


def fixed():
    folder = Path("prefix/lib/cmake/shopcore")
    folder.mkdir(parents=True)
    (folder / "shopcoreConfig.cmake").touch()
    cmake(TEXT, f"-DCMAKE_PREFIX_PATH={Path.cwd()}/prefix")
