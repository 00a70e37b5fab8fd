# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["java", "javac"]
# files = [
#   "/usr/share/java/jackson-databind.jar",
#   "/usr/share/java/jackson-core.jar",
#   "/usr/share/java/jackson-annotations.jar",
# ]
# memory = 65536
# captures = {class = "App$Order"}
# ///
"""Private fields and no getter."""

import subprocess
import sys
from pathlib import Path

JARS = ["jackson-databind", "jackson-core", "jackson-annotations"]
CLASSPATH = ":".join([*(f"/usr/share/java/{jar}.jar" for jar in JARS), "."])
BEFORE = """\
import com.fasterxml.jackson.databind.ObjectMapper;

class App {
    public static class Order {
        private int number = 7;
    }

    public static void main(String[] args) throws Exception {
        System.out.println(new ObjectMapper().writeValueAsString(new Order()));
    }
}
"""
AFTER = """\
import com.fasterxml.jackson.databind.ObjectMapper;

class App {
    public static class Order {
        private int number = 7;

        public int getNumber() {
            return number;
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(new ObjectMapper().writeValueAsString(new Order()));
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
