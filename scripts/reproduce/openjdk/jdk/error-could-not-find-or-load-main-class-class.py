# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["java", "javac"]
# captures = {class = "App"}
# memory = 65536
# ///
"""The class has a package."""

import subprocess
import sys
from pathlib import Path


def java(*arguments):
    Path("App.java").write_text("package com.example;\nclass App { public static void main(String[] a) { } }\n")
    subprocess.run(["javac", "-d", "out", "App.java"], check=True)
    sys.exit(subprocess.run(["java", *arguments]).returncode)


def trigger():
    java("-cp", "out", "App")


def fixed():
    java("-cp", "out", "com.example.App")
