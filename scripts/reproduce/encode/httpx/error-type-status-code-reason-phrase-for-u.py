# /// script
# requires-python = ">=3.11"
# dependencies = ["httpx==0.28.1"]
#
# [tool.errkb]
# light = true
# ///
"""A redirect that is not followed."""

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import httpx


class Service(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(307 if self.path == "/items" else 200)
        if self.path == "/items":
            self.send_header("Location", "/items/")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *args):
        pass


def serve():
    server = HTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


def trigger():
    httpx.get(f"{serve()}/items", trust_env=False).raise_for_status()


def fixed():
    httpx.get(f"{serve()}/items", trust_env=False, follow_redirects=True).raise_for_status()
