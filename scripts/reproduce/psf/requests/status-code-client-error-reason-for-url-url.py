# /// script
# requires-python = ">=3.11"
# dependencies = ["requests==2.32.5", "urllib3==2.6.3"]
#
# [tool.errkb]
# light = true
# captures = {status_code = "415", reason = "Unsupported Media Type", url = "http://127.0.0.1:8000/v1/items"}
# ///
"""A form is sent where JSON is wanted."""

import http.server
import threading

import requests

URL = "http://127.0.0.1:8000/v1/items"


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.send_response(200 if "json" in self.headers["Content-Type"] else 415)
        self.end_headers()

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 8000), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()


def trigger():
    requests.post(URL, data={"name": "a"}).raise_for_status()


def fixed():
    requests.post(URL, json={"name": "a"}, timeout=10).raise_for_status()
