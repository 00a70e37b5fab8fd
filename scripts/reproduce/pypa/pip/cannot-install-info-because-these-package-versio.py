# /// script
# requires-python = ">=3.11"
# dependencies = ["pip==25.3"]
#
# [tool.errkb]
# light = true
# ///
"""Two pins that contradict each other."""

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


wheel("urllib", "1.20")
wheel("urllib", "2.0")
wheel("client", "2.31", "Requires-Dist: urllib>=1.21")


def trigger():
    pip("client==2.31", "urllib<1.21")


def fixed():
    sys.exit(pip("client==2.31", "urllib>=1.21,<3"))
