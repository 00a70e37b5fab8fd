# /// script
# requires-python = ">=3.11"
# dependencies = ["requests==2.32.5"]
#
# [tool.errkb]
# light = true
# ///
"""The server closes the first connection without an answer."""

import socket
import threading

import requests
from requests.adapters import HTTPAdapter
from urllib3.util import Retry


def serve(answers):
    server = socket.create_server(("127.0.0.1", 0))

    def work():
        for answer in answers:
            connection, _ = server.accept()
            connection.recv(65536)
            connection.sendall(answer)
            connection.close()

    threading.Thread(target=work, daemon=True).start()
    return f"http://127.0.0.1:{server.getsockname()[1]}/"


OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"


def get(retries):
    session = requests.Session()
    session.trust_env = False
    session.mount("http://", HTTPAdapter(max_retries=retries))
    try:
        session.get(serve([b"", OK]), timeout=10)
    except requests.exceptions.ConnectionError as error:
        raise error.with_traceback(None) from None


def trigger():
    get(0)


def fixed():
    get(Retry(total=3, backoff_factor=0.1))
