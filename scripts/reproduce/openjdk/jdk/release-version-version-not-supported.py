# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["javac"]
# captures = {version = "99"}
# memory = 65536
# ///
"""A JDK older than what is asked for."""

import subprocess
import sys
from pathlib import Path


def javac(release):
    Path("App.java").write_text("class App { }\n")
    sys.exit(subprocess.run(["javac", "--release", release, "App.java"]).returncode)


def trigger():
    javac("99")


def fixed():
    javac("11")
