# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["java", "javac"]
# memory = 65536
# captures = {from = "java.lang.Integer"}
# ///
"""A number of another type."""

import subprocess
import sys
from pathlib import Path

CLASSPATH = "."
BEFORE = """\
import java.util.List;

class App {
    public static void main(String[] args) {
        List<Object> row = List.of(7);
        long id = (Long) row.get(0);
        System.out.println(id);
    }
}
"""
AFTER = """\
import java.util.List;

class App {
    public static void main(String[] args) {
        List<Object> row = List.of(7);
        long id = ((Number) row.get(0)).longValue();
        System.out.println(id);
    }
}
"""


def java(program):
    Path("App.java").write_text(program)
    subprocess.run(["javac", "-cp", CLASSPATH, "App.java"], check=True)
    sys.exit(subprocess.run(["java", "-cp", CLASSPATH, "App"]).returncode)


def trigger():
    java(BEFORE)


def fixed():
    java(AFTER)
