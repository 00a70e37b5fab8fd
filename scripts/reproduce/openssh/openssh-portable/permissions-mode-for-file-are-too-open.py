# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["ssh-keygen"]
# memory = 65536
# ///
"""A key that everyone can read."""

import os
import subprocess
import sys


def load(mode):
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "key.pem"], check=True)
    os.chmod("key.pem", mode)
    sys.exit(subprocess.run(["ssh-keygen", "-y", "-f", "key.pem"], stdout=subprocess.DEVNULL).returncode)


def trigger():
    load(0o644)


def fixed():
    load(0o600)
