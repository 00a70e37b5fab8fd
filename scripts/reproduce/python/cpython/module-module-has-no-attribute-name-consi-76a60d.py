# /// script
# requires-python = ">=3.13"
# dependencies = []
#
# [tool.errkb]
# captures = {name = "get", module = "requests"}
# ///
"""Two modules, one of which is named like the library it wants."""

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
    "requests.py": 'import requests\n\nrequests.get("http://127.0.0.1")\n',
}


def trigger():
    python("requests.py")


def fixed():
    FILES.update(
        {
            "fetch_page.py": "import json\n\nprint(json.dumps(1))\n",
        }
    )
    python("fetch_page.py")
