# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["cc"]
# memory = 65536
# ///
"""An object for a fixed address."""

import subprocess
import sys
from pathlib import Path


def cc(*arguments):
    return subprocess.run(["cc", *arguments]).returncode


CODE = "static int table[10];\nint *entry(int i) { return &table[i]; }\n"


def build(option):
    Path("shop.c").write_text(CODE)
    cc(option, "-c", "shop.c")
    sys.exit(cc("-shared", "shop.o", "-o", "libshop.so"))


def trigger():
    build("-fno-pic")


def fixed():
    build("-fPIC")
