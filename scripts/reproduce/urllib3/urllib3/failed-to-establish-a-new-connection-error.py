# /// script
# requires-python = ">=3.11"
# dependencies = ["requests==2.32.5", "urllib3==2.6.3"]
#
# [tool.errkb]
# light = true
# ///
"""Nothing listens there."""

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


import urllib3


def trigger():
    urllib3.PoolManager(retries=False).request("GET", "http://127.0.0.1:8000/health")


def fixed():
    serve()
    urllib3.PoolManager(retries=False).request("GET", "http://127.0.0.1:8000/health")
