# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["git"]
# memory = 65536
# ///
"""A git that was killed left its lock."""

import os
import subprocess
import sys

os.environ |= {"GIT_CONFIG_COUNT": "2", "GIT_CONFIG_KEY_0": "user.name", "GIT_CONFIG_VALUE_0": "A"}
os.environ |= {"GIT_CONFIG_KEY_1": "user.email", "GIT_CONFIG_VALUE_1": "a@example.com"}


def quiet(command):
    subprocess.run(command, shell=True, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def run(command):
    quiet("git init -q mine")
    sys.exit(subprocess.run(command, shell=True, cwd="mine").returncode)


def trigger():
    run("touch .git/index.lock && touch f && git add f")


def fixed():
    run("touch .git/index.lock && touch f && rm -f .git/index.lock && git add f")
