# /// script
# requires-python = ">=3.11"
# dependencies = ["httpx==0.28.1"]
#
# [tool.errkb]
# light = true
# ///
"""An address without its protocol."""

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import httpx


class Service(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *args):
        pass


def serve():
    server = HTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


def trigger():
    httpx.get(serve().removeprefix("http://"), trust_env=False)


def fixed():
    httpx.get(serve(), trust_env=False)
