# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["npm"]
# memory = 65536
# ///
"""npm is started in a folder that is no project."""

import json
import subprocess
import sys
from pathlib import Path


def package(folder, name, version, **more):
    Path(folder).mkdir(parents=True, exist_ok=True)
    Path(folder, "package.json").write_text(json.dumps({"name": name, "version": version, **more}))


def npm(*arguments):
    return subprocess.run(["npm", *arguments, "--offline", "--no-audit", "--no-fund"]).returncode


def trigger():
    npm("run", "build")


def fixed():
    package(".", "app", "1.0.0", scripts={"build": "true"})
    sys.exit(npm("run", "build"))
