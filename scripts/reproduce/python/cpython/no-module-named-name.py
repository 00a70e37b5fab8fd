# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {name = "yaml"}
# ///
"""The package is not in this environment."""

import subprocess
import sys
from pathlib import Path


def trigger():
    import yaml


def fixed():
    Path("yaml.py").write_text("")  # installed: a module of that name is on the path
    subprocess.run([sys.executable, "-c", "import yaml; print(yaml.__file__)"], check=True)
