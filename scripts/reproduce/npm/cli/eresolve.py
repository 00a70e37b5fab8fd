# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["npm"]
# memory = 65536
# ///
"""A library wants another React than the project has."""

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


def project(wanted, **more):
    package("react", "react", "18.2.0")
    package("old-lib", "old-lib", "2.0.0", peerDependencies={"react": wanted})
    subprocess.run(["npm", "pack", "./react", "./old-lib", "--silent"], check=True, stdout=subprocess.DEVNULL)
    needs = {"react": "file:../react-18.2.0.tgz", "old-lib": "file:../old-lib-2.0.0.tgz"}
    package("app", "app", "1.0.0", dependencies=needs, **more)
    os.chdir("app")
    return npm("install")


def trigger():
    project("^17.0.0")


def fixed():
    sys.exit(project("^17.0.0", overrides={"old-lib": {"react": "$react"}}))
