# /// script
# requires-python = ">=3.11"
# dependencies = ["pip==25.3"]
#
# [tool.errkb]
# light = true
# captures = {requirement = "toolkit==99.1", versions = "1.0, 2.0"}
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
    return subprocess.run(command).returncode


wheel("toolkit", "1.0")
wheel("toolkit", "2.0")


def trigger():
    pip("toolkit==99.1")


def fixed():
    sys.exit(pip("toolkit>=2.0,<3"))
