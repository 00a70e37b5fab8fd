# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["cc"]
# captures = {library = "libshop.so"}
# memory = 65536
# ///
"""The library is not where the loader looks."""

import subprocess
import sys
from pathlib import Path


def cc(text, name, *options):
    Path(f"{name}.c").write_text(text)
    subprocess.run(["cc", "-w", f"{name}.c", "-o", name, *options], check=True)


def run(program, **more):
    sys.exit(abs(subprocess.run([program], **more).returncode))


def start(**more):
    Path("lib").mkdir()
    cc("int total(void) { return 0; }", "lib/libshop.so", "-shared", "-fPIC")
    cc("int total(void); int main(void) { return total(); }", "app", "-Llib", "-l:libshop.so")
    run("./app", **more)


def trigger():
    start()


def fixed():
    start(env={"LD_LIBRARY_PATH": "lib"})
