# /// script
# requires-python = ">=3.11"
# dependencies = ["requests==2.32.5", "urllib3==2.6.3"]
#
# [tool.errkb]
# light = true
# captures = {host = "127.0.0.1", port = "8000", url = "/health"}
# ///
"""A service is not up yet."""

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


import requests
from requests.adapters import HTTPAdapter
from urllib3.util.retry import Retry


def trigger():
    requests.get("http://127.0.0.1:8000/health")


def fixed():
    threading.Timer(0.5, serve).start()
    session = requests.Session()
    session.mount("http://", HTTPAdapter(max_retries=Retry(total=5, backoff_factor=1)))
    session.get("http://127.0.0.1:8000/health", timeout=10)
