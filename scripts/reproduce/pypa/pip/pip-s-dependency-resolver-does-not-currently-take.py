# /// script
# requires-python = ">=3.11"
# dependencies = ["pip==25.3"]
#
# [tool.errkb]
# light = true
# ///
"""One of two packages that belong together is upgraded."""

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
    command = [sys.executable, "-m", "pip", "--python", "v", "install", "--no-index", "--find-links", ".", *arguments]
    return subprocess.run(command).returncode


subprocess.run([sys.executable, "-m", "venv", "--without-pip", "v"], check=True)
wheel("torchlike", "1.0")
wheel("torchlike", "2.0")
wheel("visionlike", "1.0", "Requires-Dist: torchlike==1.0")
wheel("visionlike", "2.0", "Requires-Dist: torchlike==2.0")


def trigger():
    pip("visionlike==1.0")
    pip("-U", "torchlike")


def fixed():
    pip("visionlike==1.0")
    sys.exit(pip("-U", "torchlike", "visionlike"))
