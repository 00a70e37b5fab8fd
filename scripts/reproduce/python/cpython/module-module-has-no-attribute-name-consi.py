# /// script
# requires-python = ">=3.13"
# dependencies = []
#
# [tool.errkb]
# captures = {name = "choice", module = "random", stdlib = "random"}
# ///
"""A file is named like a module of the standard library."""

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
    "random.py": "import random\nrandom.choice([1, 2])\n",
}


def trigger():
    python("random.py")


def fixed():
    FILES.update(
        {
            "pick.py": "import random\nrandom.choice([1, 2])\n",
        }
    )
    python("-P", "pick.py")
