# /// script
# requires-python = ">=3.11"
# dependencies = ["anthropic==2.15.0"]
#
# [tool.errkb]
# captures = {status_code = "529"}
# ///
"""The service is overloaded once; a fake service on this machine says so."""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from anthropic import Anthropic

BUSY = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
MODELS = {"data": [], "has_more": False, "first_id": None, "last_id": None}
calls = []


class Service(BaseHTTPRequestHandler):
    def do_GET(self):
        calls.append(1)
        body = json.dumps(BUSY if len(calls) == 1 else MODELS).encode()
        self.send_response(529 if len(calls) == 1 else 200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


def ask(retries):
    server = HTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    Anthropic(api_key="test", base_url=f"http://127.0.0.1:{server.server_port}", max_retries=retries).models.list()


def trigger():
    ask(0)


def fixed():
    ask(8)
