# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["git"]
# memory = 65536
# ///
"""Two repositories with a first commit each."""

import os
import subprocess
import sys

os.environ |= {"GIT_CONFIG_COUNT": "2", "GIT_CONFIG_KEY_0": "user.name", "GIT_CONFIG_VALUE_0": "A"}
os.environ |= {"GIT_CONFIG_KEY_1": "user.email", "GIT_CONFIG_VALUE_1": "a@example.com"}


def quiet(command):
    subprocess.run(command, shell=True, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def merge(option):
    for name in ("hub", "mine"):
        quiet(f"git init -q -b main {name} && cd {name} && echo {name} > {name} && git add . && git commit -m start")
    command = ["git", "pull", "--no-rebase", "--no-edit", *option, "../hub", "main"]
    sys.exit(subprocess.run(command, cwd="mine").returncode)


def trigger():
    merge([])


def fixed():
    merge(["--allow-unrelated-histories"])
