# /// script
# requires-python = ">=3.11"
# dependencies = ["requests==2.32.5"]
#
# [tool.errkb]
# light = true
# captures = {line = "1", column = "1"}
# ///
"""An empty answer is read as JSON."""

import socket
import threading

import requests


def serve(answer):
    server = socket.create_server(("127.0.0.1", 0))

    def work():
        connection, _ = server.accept()
        connection.recv(65536)
        connection.sendall(answer)
        connection.close()

    threading.Thread(target=work, daemon=True).start()
    return f"http://127.0.0.1:{server.getsockname()[1]}/"


def get():
    url = serve(b"HTTP/1.1 204 No Content\r\n\r\n")
    with requests.Session() as session:
        session.trust_env = False
        return session.get(url, timeout=10)


def trigger():
    try:
        get().json()
    except ValueError as error:
        raise error from None


def fixed():
    response = get()
    response.raise_for_status()
    response.json() if response.content else None
