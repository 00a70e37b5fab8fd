# /// script
# requires-python = ">=3.11"
# dependencies = ["requests==2.32.5", "urllib3==2.6.3"]
#
# [tool.errkb]
# light = true
# captures = {status_code = "503", reason = "Service Unavailable", url = "http://127.0.0.1:8000/items"}
# ///
"""A service is being restarted."""

import http.server
import threading


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(answers.pop(0))
        self.end_headers()

    def log_message(self, *arguments):
        pass


def serve():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 8000), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()


import requests
from requests.adapters import HTTPAdapter
from urllib3.util.retry import Retry

URL = "http://127.0.0.1:8000/items"
answers = [503, 200]


def trigger():
    serve()
    requests.get(URL).raise_for_status()


def fixed():
    serve()
    session = requests.Session()
    retry = Retry(total=5, backoff_factor=0.1, status_forcelist=[502, 503, 504])
    session.mount("http://", HTTPAdapter(max_retries=retry))
    session.get(URL, timeout=30).raise_for_status()
