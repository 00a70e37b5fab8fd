# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["cmake", "cc"]
# memory = 65536
# ///
"""A library that is not installed."""

import os
import subprocess
import sys
from pathlib import Path


def cmake(*arguments, **more):
    return subprocess.run(["cmake", *arguments], stdout=subprocess.DEVNULL, env=os.environ | more).returncode


def configure(required):
    Path("FindShopLib.cmake").write_text(
        "find_library(ShopLib_LIBRARY shop_nowhere)\ninclude(FindPackageHandleStandardArgs)\n"
        "find_package_handle_standard_args(ShopLib REQUIRED_VARS ShopLib_LIBRARY)\n"
    )
    Path("CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.10)\nproject(shop C)\nlist(APPEND CMAKE_MODULE_PATH ${CMAKE_SOURCE_DIR})\n"
        "find_package(ShopLib REQUIRED)\n"
    )
    sys.exit(cmake("-S", ".", "-B", "build", *required))


def trigger():
    configure([])


def fixed():
    Path("prefix/lib").mkdir(parents=True)
    Path("prefix/lib/libshop_nowhere.a").touch()
    configure([f"-DCMAKE_PREFIX_PATH={Path.cwd()}/prefix"])
