# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["redis-server", "redis-cli"]
# memory = 65536
# ///
"""The server wants a password."""

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


def trigger():
    serve("--requirepass", "secret")
    say("get", "cart:9")


def fixed():
    serve("--requirepass", "secret")
    say("-a", "secret", "get", "cart:9")
