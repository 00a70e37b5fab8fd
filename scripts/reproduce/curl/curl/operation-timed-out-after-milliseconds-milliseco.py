# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["curl"]
# captures = {received = "0"}
# memory = 65536
# ///
"""A server that takes its time."""

import socket
import subprocess
import sys
import threading
import time

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"


def answer(server):
    while True:
        client, _ = server.accept()
        client.recv(4096)
        time.sleep(2)
        client.sendall(ANSWER)
        client.close()


def curl(*arguments):
    server = socket.create_server(("127.0.0.1", 8080))
    threading.Thread(target=answer, args=(server,), daemon=True).start()
    sys.exit(subprocess.run(["curl", "-sS", "-o", "page", *arguments, "http://127.0.0.1:8080/report"]).returncode)


def trigger():
    curl("-m", "1")


def fixed():
    curl("-m", "20")
