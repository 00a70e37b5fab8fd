# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["git"]
# memory = 65536
# ///
"""A branch that is not there is pushed."""

import os
import subprocess
import sys

os.environ |= {"GIT_CONFIG_COUNT": "2", "GIT_CONFIG_KEY_0": "user.name", "GIT_CONFIG_VALUE_0": "A"}
os.environ |= {"GIT_CONFIG_KEY_1": "user.email", "GIT_CONFIG_VALUE_1": "a@example.com"}


def quiet(command):
    subprocess.run(command, shell=True, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


PRE = "git init -q --bare hub && git init -q -b main mine && cd mine && git commit -q --allow-empty -m one && "


def push(branch):
    command = PRE + f"printf '#!/bin/sh\\nexit {branch}\\n' > .git/hooks/pre-push && chmod +x .git/hooks/pre-push"
    quiet(command)
    sys.exit(subprocess.run("git push -q ../hub main", shell=True, cwd="mine").returncode)


def trigger():
    push(1)


def fixed():
    push(0)
