# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["redis-server", "redis-cli"]
# captures = {port = "7001", slot = "12182"}
# memory = 65536
# ///
"""A client that knows no clusters."""

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


def cluster():
    for index, slots in enumerate((("0", "8191"), ("8192", "16383"))):
        port = 7000 + index
        serve("--cluster-enabled", "yes", "--cluster-config-file", f"nodes-{port}.conf", port=port)
        ask("cluster", "addslotsrange", *slots, port=port)
    ask("cluster", "meet", "127.0.0.1", "7001", port=7000)
    for _ in range(100):
        if all("cluster_state:ok" in ask("cluster", "info", port=port).stdout for port in (7000, 7001)):
            return
        time.sleep(0.1)


def say(*command):
    answer = ask(*command).stdout
    print(answer, end="")
    sys.exit("(error)" in answer)


def trigger():
    cluster()
    say("-p", "7000", "get", "foo")


def fixed():
    cluster()
    say("-c", "-p", "7000", "get", "foo")
