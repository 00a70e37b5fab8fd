# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["redis-server", "redis-cli"]
# memory = 65536
# ///
"""The snapshot cannot be written."""

import subprocess
import sys
import time


def serve(*options, port=6379):
    base = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
    subprocess.Popen([*base, *options], stdout=subprocess.DEVNULL)
    for _ in range(100):
        if ask("ping", port=port).stdout.strip():
            return
        time.sleep(0.1)


def ask(*command, port=6379):
    base = ["redis-cli", "-p", str(port), "--no-raw"]
    return subprocess.run([*base, *command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def say(*command):
    answer = ask(*command).stdout
    print(answer, end="")
    sys.exit("(error)" in answer)


from pathlib import Path


def write(repair):
    serve("--save", "3600 1")
    Path("dump.rdb").mkdir()
    ask("bgsave")
    time.sleep(1)
    if repair:
        Path("dump.rdb").rmdir()
        ask("bgsave")
        time.sleep(1)
    say("set", "cart:9", "1")


def trigger():
    write(repair=False)


def fixed():
    write(repair=True)
