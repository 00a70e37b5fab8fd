# /// script
# requires-python = ">=3.11"
# dependencies = ["anthropic==2.15.0"]
# ///
"""The key is read from a file with its line end."""

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

from anthropic import Anthropic

Path("key.txt").write_text("sk-ant-test\n")


class Service(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(b'{"data": [], "has_more": false, "first_id": null, "last_id": null}')

    def log_message(self, *args):
        pass


def ask(key):
    server = HTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        Anthropic(api_key=key, base_url=f"http://127.0.0.1:{server.server_port}", max_retries=0).models.list()
    except Exception as error:
        raise error.with_traceback(None) from None


def trigger():
    ask(Path("key.txt").read_text())


def fixed():
    ask(Path("key.txt").read_text().strip())
