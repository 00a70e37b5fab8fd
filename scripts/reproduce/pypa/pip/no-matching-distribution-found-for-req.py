# /// script
# requires-python = ">=3.11"
# dependencies = ["pip==25.3"]
#
# [tool.errkb]
# light = true
# captures = {req = "toolkit==99.1"}
# ///
"""A release that does not exist."""

import subprocess
import sys
from zipfile import ZipFile


def wheel(name, version, *metadata):
    info = f"{name}-{version}.dist-info"
    with ZipFile(f"{name}-{version}-py3-none-any.whl", "w") as archive:
        lines = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}", *metadata, ""]
        archive.writestr(f"{info}/METADATA", "\n".join(lines))
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")


def pip(*arguments):
    command = [sys.executable, "-m", "pip", "install", "--no-index", "--find-links", ".", "--target", "t", *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    print(done.stdout.splitlines()[-1])  # what people paste
    return done.returncode


wheel("toolkit", "1.0")
wheel("toolkit", "2.0")


def trigger():
    pip("toolkit==99.1")


def fixed():
    sys.exit(pip("toolkit>=2.0,<3"))
