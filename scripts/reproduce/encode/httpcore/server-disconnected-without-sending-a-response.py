# /// script
# requires-python = ">=3.11"
# dependencies = ["httpx==0.28.1"]
#
# [tool.errkb]
# light = true
# ///
"""The server closes the connection at once."""

import socket
import threading

import httpx


def serve(answers):
    server = socket.create_server(("127.0.0.1", 8000))

    def work():
        for answer in answers:
            connection, _ = server.accept()
            connection.recv(65536)
            connection.sendall(answer)
            connection.close()

    threading.Thread(target=work, daemon=True).start()


OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"


def trigger():
    serve([b""])
    httpx.get("http://127.0.0.1:8000/", trust_env=False)


def fixed():
    serve([OK])
    limits = httpx.Limits(keepalive_expiry=2)
    with httpx.Client(base_url="http://127.0.0.1:8000", limits=limits, trust_env=False) as client:
        client.get("/")
