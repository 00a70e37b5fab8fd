# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["systemctl", "unshare", "redis-server"]
# memory = 65536
# ///
"""systemctl where systemd is not process 1."""

import subprocess
import sys
import time


def trigger():
    elsewhere = ["unshare", "-r", "-m", "sh", "-c", "mount -t tmpfs none /run && systemctl start redis-server"]
    sys.exit(subprocess.run(elsewhere).returncode)


def fixed():
    server = subprocess.Popen(["redis-server", "--port", "6379", "--save", ""], stdout=subprocess.DEVNULL)
    time.sleep(1)
    sys.exit(server.poll() is not None)
