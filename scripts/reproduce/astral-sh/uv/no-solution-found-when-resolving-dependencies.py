# /// script
# requires-python = ">=3.11"
# dependencies = ["uv==0.13.9"]
# ///
"""A package for a later Python only."""

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


def uv(*requirements):
    command = ["uv", "pip", "install", "--no-index", "--find-links", ".", "--target", "t", *requirements]
    return subprocess.run(command).returncode


def trigger():
    wheel("toolkit", "2.1", "Requires-Python: >=3.99")
    uv("toolkit>=2.1")


def fixed():
    wheel("toolkit", "2.1", "Requires-Python: >=3.8")
    sys.exit(uv("toolkit>=2.1"))
