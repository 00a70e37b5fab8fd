# /// script
# requires-python = ">=3.11"
# dependencies = ["httpx==0.28.1"]
#
# [tool.errkb]
# light = true
# ///
"""A report that takes two seconds, and a limit of half a second."""

import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

import httpx


class Service(BaseHTTPRequestHandler):
    def do_GET(self):
        time.sleep(2)
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
    httpx.get(serve(), trust_env=False, timeout=0.5)


def fixed():
    httpx.get(serve(), trust_env=False, timeout=httpx.Timeout(0.5, read=120))
