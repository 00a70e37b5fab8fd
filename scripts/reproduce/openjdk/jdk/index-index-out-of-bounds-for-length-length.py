# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["java", "javac"]
# captures = {index = "1", length = "1"}
# memory = 65536
# ///
"""A line without the separator."""

import subprocess
import sys
from pathlib import Path

BEFORE = """\
class App {
    public static void main(String[] args) {
        String[] parts = "debug".split("=");
        System.out.println(parts[1]);
    }
}
"""
AFTER = """\
class App {
    public static void main(String[] args) {
        String[] parts = "debug".split("=", 2);
        System.out.println(parts.length > 1 ? parts[1] : "");
    }
}
"""


def java(program, *flags):
    Path("App.java").write_text(program)
    subprocess.run(["javac", "App.java"], check=True)
    sys.exit(subprocess.run(["java", *flags, "App"], stdout=subprocess.DEVNULL).returncode)


def trigger():
    java(BEFORE)


def fixed():
    java(AFTER)
