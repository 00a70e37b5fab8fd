# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["npm"]
# memory = 65536
# ///
"""A dependency is added and the lock file is left behind."""

import json
import subprocess
import sys
from pathlib import Path


def package(folder, name, **more):
    Path(folder).mkdir(parents=True, exist_ok=True)
    Path(folder, "package.json").write_text(json.dumps({"name": name, "version": "1.0.0", **more}))


def npm(*arguments):
    command = ["npm", *arguments, "--prefix", "app", "--offline", "--no-audit", "--no-fund"]
    return subprocess.run(command).returncode


def project():
    package("left", "left")
    package("right", "right")
    package("app", "app", dependencies={"left": "file:../left"})
    npm("install", "--package-lock-only")
    package("app", "app", dependencies={"left": "file:../left", "right": "file:../right"})


def trigger():
    project()
    sys.exit(npm("ci"))


def fixed():
    project()
    npm("install", "--package-lock-only")
    sys.exit(npm("ci"))
