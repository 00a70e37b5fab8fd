# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["java", "javac"]
# captures = {size = "1048576"}
# memory = 65536
# ///
"""Buffers that are kept."""

import subprocess
import sys
from pathlib import Path

BEFORE = """\
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

class App {
    public static void main(String[] args) {
        List<ByteBuffer> kept = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            kept.add(ByteBuffer.allocateDirect(1 << 20));
        }
    }
}
"""
AFTER = """\
import java.nio.ByteBuffer;

class App {
    public static void main(String[] args) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
        for (int i = 0; i < 20; i++) {
            buffer.clear();
        }
    }
}
"""


def java(program, *flags):
    Path("App.java").write_text(program)
    subprocess.run(["javac", "App.java"], check=True)
    sys.exit(subprocess.run(["java", *flags, "App"], stdout=subprocess.DEVNULL).returncode)


def trigger():
    java(BEFORE, "-XX:MaxDirectMemorySize=8m")


def fixed():
    java(AFTER, "-XX:MaxDirectMemorySize=8m")
