# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["java", "javac"]
# memory = 65536
# ///
"""A whole file in memory."""

import subprocess
import sys
from pathlib import Path

BEFORE = """\
import java.nio.file.*;

class App {
    public static void main(String[] args) throws Exception {
        System.out.println(Files.readAllLines(Path.of("rows.txt")).size());
    }
}
"""
AFTER = BEFORE.replace('Files.readAllLines(Path.of("rows.txt")).size()', 'Files.lines(Path.of("rows.txt")).count()')


def java(program):
    Path("rows.txt").write_text("a row of some length, to fill the memory\n" * 500_000)
    Path("App.java").write_text(program)
    subprocess.run(["javac", "App.java"], check=True)
    sys.exit(subprocess.run(["java", "-Xmx16m", "App"]).returncode)


def trigger():
    java(BEFORE)


def fixed():
    java(AFTER)
