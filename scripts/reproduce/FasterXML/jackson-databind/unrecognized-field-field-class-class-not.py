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
# captures = {field = "age"}
# ///
"""A property the class does not have."""

import subprocess
import sys
from pathlib import Path

JARS = ["jackson-databind", "jackson-core", "jackson-annotations"]
CLASSPATH = ":".join([*(f"/usr/share/java/{jar}.jar" for jar in JARS), "."])
BEFORE = r"""
import com.fasterxml.jackson.databind.ObjectMapper;

class App {
    public static class User {
        public String name;
    }

    public static void main(String[] args) throws Exception {
        System.out.println(new ObjectMapper().readValue("{\"name\":\"a\",\"age\":3}", User.class).name);
    }
}
"""
AFTER = r"""
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.ObjectMapper;

class App {
    @JsonIgnoreProperties(ignoreUnknown = true)
    public static class User {
        public String name;
    }

    public static void main(String[] args) throws Exception {
        System.out.println(new ObjectMapper().readValue("{\"name\":\"a\",\"age\":3}", User.class).name);
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
