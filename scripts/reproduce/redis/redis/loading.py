# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["redis-server", "redis-cli"]
# memory = 65536
# ///
"""Asked while it still loads."""

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


def restart(wait):
    serve("--enable-debug-command", "yes")
    ask("debug", "populate", "2000")
    ask("save")
    ask("shutdown", "nosave")
    slow = ["--key-load-delay", "1000", "--loading-process-events-interval-bytes", "1024"]
    serve("--enable-debug-command", "yes", *slow)
    if wait:
        time.sleep(5)
    say("get", "key:1")


def trigger():
    restart(wait=False)


def fixed():
    restart(wait=True)
