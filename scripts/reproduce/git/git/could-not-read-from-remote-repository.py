# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["git"]
# memory = 65536
# ///
"""The other end is no repository."""

import os
import subprocess
import sys

os.environ |= {"GIT_CONFIG_COUNT": "2", "GIT_CONFIG_KEY_0": "user.name", "GIT_CONFIG_VALUE_0": "A"}
os.environ |= {"GIT_CONFIG_KEY_1": "user.email", "GIT_CONFIG_VALUE_1": "a@example.com"}


def quiet(command):
    subprocess.run(command, shell=True, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def run(command):
    quiet("git init -q hub && cd hub && git commit --allow-empty -m one")
    sys.exit(subprocess.run(command, shell=True).returncode)


def trigger():
    run("GIT_SSH_COMMAND=false git clone -q git@localhost:team/shop.git")


def fixed():
    run("git clone -q hub shop")
