# /// script
# requires-python = ">=3.11"
# dependencies = ["pip==25.3"]
#
# [tool.errkb]
# light = true
# ///
"""A build misses a library."""

import subprocess
import sys
from pathlib import Path

PROJECT = """\
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]

[project]
name = "toolkit"
version = "1.0"
"""
BACKEND = """from pathlib import Path
from zipfile import ZipFile

INFO = "toolkit-1.0.dist-info"
METADATA = "Metadata-Version: 2.1\\nName: toolkit\\nVersion: 1.0\\n"

def get_requires_for_build_wheel(config_settings=None):
    return []

def prepare_metadata_for_build_wheel(folder, config_settings=None):
    Path(folder, INFO).mkdir()
    Path(folder, INFO, "METADATA").write_text(METADATA)
    return INFO

def build_wheel(folder, config_settings=None, metadata_directory=None):
    name = "toolkit-1.0-py3-none-any.whl"
    with ZipFile(f"{folder}/{name}", "w") as archive:
        archive.writestr(f"{INFO}/METADATA", METADATA)
        archive.writestr(f"{INFO}/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        archive.writestr(f"{INFO}/RECORD", "")
    return name
"""
BROKEN = "raise SystemExit('toolkit needs the library libtoolkit: set TOOLKIT_DIR')"


def install(backend, last=0):
    Path("toolkit").mkdir()
    Path("toolkit/pyproject.toml").write_text(PROJECT)
    Path("toolkit/backend.py").write_text(backend)
    command = [sys.executable, "-m", "pip", "install", "--no-index", "--target", "t", "./toolkit"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    print("\n".join(done.stdout.splitlines()[-last:]))  # what people paste
    return done.returncode


def trigger():
    install(BACKEND.replace("return name", BROKEN), last=6)


def fixed():
    sys.exit(install(BACKEND))
