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
# captures = {kind = "Java 8 date/time"}
# ///
"""A date and a bare mapper; the module is not at hand, so the field gets a serializer (the last solution)."""

import subprocess
import sys
from pathlib import Path

JARS = ["jackson-databind", "jackson-core", "jackson-annotations"]
CLASSPATH = ":".join([*(f"/usr/share/java/{jar}.jar" for jar in JARS), "."])
BEFORE = """\
import com.fasterxml.jackson.databind.ObjectMapper;

class App {
    public static class Event {
        public java.time.LocalDate day = java.time.LocalDate.of(2024, 1, 2);
    }

    public static void main(String[] args) throws Exception {
        System.out.println(new ObjectMapper().writeValueAsString(new Event()));
    }
}
"""
AFTER = """\
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;

class App {
    public static class Event {
        @JsonSerialize(using = ToStringSerializer.class)
        public java.time.LocalDate day = java.time.LocalDate.of(2024, 1, 2);
    }

    public static void main(String[] args) throws Exception {
        System.out.println(new ObjectMapper().writeValueAsString(new Event()));
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
