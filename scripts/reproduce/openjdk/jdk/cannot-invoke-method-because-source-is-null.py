# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["java", "javac"]
# memory = 65536
# captures = {method = "String.length()"}
# ///
"""A key that is not in the map."""

import subprocess
import sys
from pathlib import Path

CLASSPATH = "."
BEFORE = """\
import java.util.Map;

class App {
    static final Map<String, String> NAMES = Map.of("a", "Ada");

    public static void main(String[] args) {
        System.out.println(NAMES.get("b").length());
    }
}
"""
AFTER = """\
import java.util.Map;

class App {
    static final Map<String, String> NAMES = Map.of("a", "Ada");

    public static void main(String[] args) {
        System.out.println(NAMES.getOrDefault("b", "").length());
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
