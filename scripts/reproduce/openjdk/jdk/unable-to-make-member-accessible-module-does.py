# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["java", "javac"]
# captures = {opens = "opens java.lang"}
# memory = 65536
# ///
"""A private field of String."""

import subprocess
import sys
from pathlib import Path

BEFORE = """\
class App {
    public static void main(String[] args) throws Exception {
        String.class.getDeclaredField("value").setAccessible(true);
    }
}
"""
AFTER = """\
class App {
    public static void main(String[] args) throws Exception {
        String.class.getDeclaredField("value").setAccessible(true);
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
    java(AFTER, "--add-opens", "java.base/java.lang=ALL-UNNAMED")
