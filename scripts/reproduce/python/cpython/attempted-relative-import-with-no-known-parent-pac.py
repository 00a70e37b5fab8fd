# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""A file of a package is started as a script."""

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
    "app/__init__.py": "",
    "app/config.py": "settings = {}\n",
    "app/main.py": "from .config import settings\n",
}


def trigger():
    python("app/main.py")


def fixed():
    python("-m", "app.main")
