# /// script
# requires-python = ">=3.11"
# dependencies = ["requests==2.32.5", "urllib3==2.6.3"]
#
# [tool.errkb]
# light = true
# ///
"""A proxy of the environment that needs another package."""

import http.server
import threading


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()

    def log_message(self, *arguments):
        pass


def serve():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 8000), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()


import os

import requests

os.environ["ALL_PROXY"] = "socks5://127.0.0.1:1080"


def trigger():
    requests.get("http://127.0.0.1:8000/")


def fixed():
    serve()
    with requests.Session() as session:
        session.trust_env = False
        session.get("http://127.0.0.1:8000/")
