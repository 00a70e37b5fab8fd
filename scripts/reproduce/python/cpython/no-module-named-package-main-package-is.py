# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {package = "shop"}
# ///
"""A package is run that has no main module."""

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
    "shop/__init__.py": "",
    "shop/cli.py": 'def main():\n    print("open")\n',
}


def trigger():
    python("-m", "shop")


def fixed():
    FILES.update(
        {
            "shop/__main__.py": "from shop.cli import main\n\nmain()\n",
        }
    )
    python("-m", "shop")
