# /// script
# requires-python = ">=3.11"
# dependencies = ["pip==25.3"]
#
# [tool.errkb]
# light = true
# ///
"""A package for a later Python."""

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
    return subprocess.run(command).returncode


def trigger():
    wheel("toolkit", "1.2", "Requires-Python: >=3.99")
    pip("./toolkit-1.2-py3-none-any.whl")


def fixed():
    wheel("toolkit", "1.2", "Requires-Python: >=3.8")
    sys.exit(pip("./toolkit-1.2-py3-none-any.whl"))
