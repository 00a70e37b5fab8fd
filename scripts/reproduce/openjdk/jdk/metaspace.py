# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["java", "javac"]
# memory = 65536
# ///
"""A loader and a class for each turn."""

import subprocess
import sys
from pathlib import Path

BEFORE = """\
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

class App {
    public static void main(String[] args) {
        List<Object> kept = new ArrayList<>();
        for (int i = 0; i < 20000; i++) {
            ClassLoader loader = new ClassLoader() { };
            kept.add(Proxy.newProxyInstance(loader, new Class<?>[] {Runnable.class}, (p, m, x) -> null));
        }
    }
}
"""
AFTER = """\
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

class App {
    public static void main(String[] args) {
        List<Object> kept = new ArrayList<>();
        ClassLoader loader = App.class.getClassLoader();
        for (int i = 0; i < 20000; i++) {
            kept.add(Proxy.newProxyInstance(loader, new Class<?>[] {Runnable.class}, (p, m, x) -> null));
        }
    }
}
"""


def java(program, *flags):
    Path("App.java").write_text(program)
    subprocess.run(["javac", "App.java"], check=True)
    sys.exit(subprocess.run(["java", *flags, "App"], stdout=subprocess.DEVNULL).returncode)


def trigger():
    java(BEFORE, "-XX:MaxMetaspaceSize=16m")


def fixed():
    java(AFTER, "-XX:MaxMetaspaceSize=16m")
