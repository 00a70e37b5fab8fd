# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["cc"]
# memory = 65536
# ///
"""One block is given back twice."""

import subprocess
import sys
from pathlib import Path


def cc(text, name, *options):
    Path(f"{name}.c").write_text(text)
    subprocess.run(["cc", "-w", f"{name}.c", "-o", name, *options], check=True)


def run(program, **more):
    sys.exit(abs(subprocess.run([program], **more).returncode))


START = "#include <stdlib.h>\nint main(void) { char *lines = malloc(20); free(lines); "


def trigger():
    cc(START + "free(lines); return 0; }", "app")
    run("./app")


def fixed():
    cc(START + "lines = NULL; free(lines); return 0; }", "app")
    run("./app")
