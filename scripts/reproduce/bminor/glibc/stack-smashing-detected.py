# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["cc"]
# memory = 65536
# ///
"""A name that is longer than its array."""

import subprocess
import sys
from pathlib import Path


def cc(text, name, *options):
    Path(f"{name}.c").write_text(text)
    subprocess.run(["cc", "-w", f"{name}.c", "-o", name, *options], check=True)


def run(program, **more):
    sys.exit(abs(subprocess.run([program], **more).returncode))


HEAD = "#include <stdio.h>\n#include <string.h>\nvoid greet(char *given) { char name[16]; "
TAIL = ' puts(name); } int main(int n, char **a) { greet("a name of many more letters than that"); return 0; }'


def trigger():
    cc(HEAD + "strcpy(name, given);" + TAIL, "app", "-O0", "-fno-builtin", "-fstack-protector-all")
    run("./app")


def fixed():
    cc(HEAD + 'snprintf(name, sizeof name, "%s", given);' + TAIL, "app", "-O0", "-fno-builtin", "-fstack-protector-all")
    run("./app")
