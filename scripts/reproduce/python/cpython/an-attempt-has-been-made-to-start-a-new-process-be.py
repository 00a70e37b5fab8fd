# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""A process is started at module level where processes are spawned."""

import subprocess
import sys
from pathlib import Path


def python(program):
    Path("app.py").write_text(program)
    sys.exit(subprocess.run([sys.executable, "app.py"]).returncode)


BEFORE = """\
import multiprocessing

def square(x):
    return x * x

multiprocessing.set_start_method("spawn", force=True)
worker = multiprocessing.Process(target=square, args=(3,))
worker.start()
worker.join()
"""
AFTER = """\
import multiprocessing

def square(x):
    return x * x

def main():
    multiprocessing.set_start_method("spawn")
    worker = multiprocessing.Process(target=square, args=(3,))
    worker.start()
    worker.join()

if __name__ == "__main__":
    main()
"""


def trigger():
    python(BEFORE)


def fixed():
    python(AFTER)
