# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["java", "javac"]
# captures = {text = "1,000"}
# memory = 65536
# ///
"""A separator of thousands."""

import subprocess
import sys
from pathlib import Path

BEFORE = """\
class App {
    public static void main(String[] args) {
        System.out.println(Integer.parseInt("1,000"));
    }
}
"""
AFTER = """\
class App {
    public static void main(String[] args) throws Exception {
        System.out.println(java.text.NumberFormat.getInstance(java.util.Locale.US).parse("1,000"));
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
