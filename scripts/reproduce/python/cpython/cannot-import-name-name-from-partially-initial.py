# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {name = "db", module = "app"}
# ///
"""Two modules import names from each other."""

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
    "app.py": "from models import User\ndb = object()\n",
    "models.py": "from app import db\nUser = int\n",
}


def trigger():
    python("-c", "import app")


def fixed():
    FILES.update(
        {
            "extensions.py": "db = object()\n",
            "models.py": "from extensions import db\nUser = int\n",
            "app.py": "from extensions import db\nfrom models import User\n",
        }
    )
    python("-c", "import app")
