# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["npm"]
# memory = 65536
# ///
"""The project belongs to someone else."""

import json
import os
import subprocess
import sys
from pathlib import Path


def package(folder, name, version, **more):
    Path(folder).mkdir(parents=True, exist_ok=True)
    Path(folder, "package.json").write_text(json.dumps({"name": name, "version": version, **more}))


def npm(*arguments):
    return subprocess.run(["npm", *arguments, "--offline", "--no-audit", "--no-fund"]).returncode


def install():
    package("lib", "lib", "1.0.0")
    package("app", "app", "1.0.0", dependencies={"lib": "file:../lib"})


def trigger():
    install()
    os.chmod("app", 0o555)
    os.chdir("app")
    npm("install")


def fixed():
    install()
    os.chdir("app")
    sys.exit(npm("install"))
