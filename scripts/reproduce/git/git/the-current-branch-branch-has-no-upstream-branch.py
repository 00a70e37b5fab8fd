# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["git"]
# captures = {branch = "login"}
# memory = 65536
# ///
"""The first push of a branch."""

import os
import subprocess
import sys

os.environ |= {"GIT_CONFIG_COUNT": "2", "GIT_CONFIG_KEY_0": "user.name", "GIT_CONFIG_VALUE_0": "A"}
os.environ |= {"GIT_CONFIG_KEY_1": "user.email", "GIT_CONFIG_VALUE_1": "a@example.com"}


def quiet(command):
    subprocess.run(command, shell=True, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def two_clones():
    quiet("git init -q --bare -b main hub && git clone hub mine && git clone hub theirs")
    quiet("cd theirs && git checkout -b main && echo 1 > f && git add f && git commit -m one && git push origin main")
    quiet("cd mine && git pull origin main && git checkout main")
    quiet("cd theirs && echo 2 > f && git commit -a -m two && git push origin main")


def run(command):
    two_clones()
    sys.exit(subprocess.run(command, shell=True, cwd="mine").returncode)


def trigger():
    run("git checkout -q -b login && git push")


def fixed():
    run("git checkout -q -b login && git push -q -u origin HEAD")
