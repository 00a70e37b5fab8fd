# /// script
# requires-python = ">=3.12"
# dependencies = []
#
# [tool.errkb]
# captures = {name = "a", module = "pk"}
# ///
"""A module of a package reads another one that is still loading."""

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
    "pk/__init__.py": "",
    "pk/a.py": "import pk.b\nLIMIT = 3\n",
    "pk/b.py": "import pk.a\nLIMIT = pk.a.LIMIT\n",
}


def trigger():
    python("-c", "import pk.a")


def fixed():
    FILES.update(
        {
            "pk/b.py": "def limit():\n    from pk import a\n    return a.LIMIT\n",
        }
    )
    python("-c", "import pk.a; print(pk.b.limit())")
