# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["cc"]
# memory = 65536
# ///
"""The program wants a newer library."""

import subprocess
import sys
from pathlib import Path


def cc(text, name, *options):
    Path(f"{name}.c").write_text(text)
    subprocess.run(["cc", "-w", f"{name}.c", "-o", name, *options], check=True)


def run(program, **more):
    sys.exit(abs(subprocess.run([program], **more).returncode))


def library(version):
    Path("map").write_text(f"{version} {{ global: total; local: *; }};")
    cc("int total(void) { return 0; }", "libshop.so", "-shared", "-fPIC", "-Wl,--version-script=map")


def start(runs_with):
    library("SHOP_2.0")
    cc("int total(void); int main(void) { return total(); }", "app", "-L.", "-l:libshop.so", "-Wl,-rpath,.")
    library(runs_with)
    run("./app")


def trigger():
    start("SHOP_1.0")


def fixed():
    start("SHOP_2.0")
