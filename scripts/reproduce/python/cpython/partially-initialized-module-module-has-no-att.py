# /// script
# requires-python = ">=3.8,<3.13"
# dependencies = []
#
# [tool.errkb]
# captures = {module = "customers", name = "GUEST"}
# ///
"""A module reads a name of one that is still loading."""

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
    "customers.py": "import orders\nGUEST = 1\n",
    "orders.py": "import customers\nDEFAULT = customers.GUEST\n",
}


def trigger():
    python("-c", "import customers")


def fixed():
    FILES.update(
        {
            "orders.py": "def default_customer():\n    import customers\n\n    return customers.GUEST\n",
        }
    )
    python("-c", "import customers; print(customers.orders.default_customer())")
