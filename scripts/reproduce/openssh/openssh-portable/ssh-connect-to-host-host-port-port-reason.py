# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["ssh"]
# captures = {host = "127.0.0.1", port = "2222"}
# memory = 65536
# ///
"""Nothing listens at the port."""

import socket
import subprocess
import sys
import threading


def greet(server):
    client, _ = server.accept()
    client.sendall(b"SSH-1.0-none\r\n")
    client.close()


def ssh():
    options = ["-F", "none", "-o", "BatchMode=yes", "-o", "ConnectTimeout=5"]
    ran = subprocess.run(["ssh", *options, "-p", "2222", "127.0.0.1"], stderr=subprocess.PIPE, text=True)
    print(ran.stderr, end="", file=sys.stderr)
    sys.exit("connect to host" in ran.stderr)


def trigger():
    ssh()


def fixed():
    server = socket.create_server(("127.0.0.1", 2222))
    threading.Thread(target=greet, args=(server,), daemon=True).start()
    ssh()
