# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["redis-server", "redis-cli"]
# memory = 65536
# ///
"""More data than maxmemory."""

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
    serve("--maxmemory", "100kb", "--maxmemory-policy", "noeviction")
    say("set", "page", "x" * 1000)


def fixed():
    serve("--maxmemory", "100kb", "--maxmemory-policy", "noeviction")
    ask("config", "set", "maxmemory", "64mb")
    say("set", "page", "x" * 1000)
