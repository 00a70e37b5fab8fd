# /// script
# requires-python = ">=3.11"
# dependencies = ["openai==3.57.0"]
# ///
"""The address lacks its protocol."""

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from openai import OpenAI


class Service(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(b'{"object": "list", "data": []}')

    def log_message(self, *args):
        pass


def ask(prefix):
    server = HTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    OpenAI(base_url=f"{prefix}127.0.0.1:{server.server_port}/v1", api_key="unused", max_retries=0).models.list()


def trigger():
    try:
        ask("")
    except Exception as error:
        raise error.with_traceback(None) from None


def fixed():
    ask("http://")
