# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {name = "load_dataset", module = "datasets"}
# ///
"""A folder without __init__.py hides the installed package."""

import subprocess
import sys
from pathlib import Path


def project():
    for name, text in FILES.items():
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def python(*arguments, folder="."):
    project()
    sys.exit(subprocess.run([sys.executable, *arguments], cwd=folder).returncode)


FILES = {
    "datasets/notes.py": "",
}


def trigger():
    python("-c", "from datasets import load_dataset")


def fixed():
    FILES.update(
        {
            "data_files/notes.py": "",
        }
    )
    python("-c", "from data_files import notes")
