# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""A module of a package is started from inside the package."""

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
    "app/models.py": "User = int\n",
    "app/api/__init__.py": "",
    "app/api/views.py": "from ..models import User\n",
}


def trigger():
    python("-m", "api.views", folder="app")


def fixed():
    python("-m", "app.api.views")
