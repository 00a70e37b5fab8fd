# /// script
# requires-python = ">=3.11"
# dependencies = ["requests==2.32.5", "urllib3==2.6.3"]
#
# [tool.errkb]
# light = true
# captures = {host = "127.0.0.1", port = "8000", timeout = "0.3"}
# ///
"""A report takes longer than the limit."""

import http.server
import threading


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        time.sleep(1)
        self.send_response(200)
        self.end_headers()

    def log_message(self, *arguments):
        pass


def serve():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 8000), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()


import time

import requests


def trigger():
    serve()
    requests.get("http://127.0.0.1:8000/report", timeout=0.3)


def fixed():
    serve()
    requests.get("http://127.0.0.1:8000/report", timeout=(3, 120))
