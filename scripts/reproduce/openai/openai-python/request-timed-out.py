# /// script
# requires-python = ">=3.11"
# dependencies = ["openai==3.57.0"]
# ///
"""A server that takes two seconds, and a limit of half a second."""

import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

from openai import OpenAI


class Service(BaseHTTPRequestHandler):
    def do_GET(self):
        time.sleep(2)
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(b'{"object": "list", "data": []}')

    def log_message(self, *args):
        pass


def ask(seconds):
    server = HTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    client = OpenAI(base_url=f"http://127.0.0.1:{server.server_port}/v1", api_key="unused", max_retries=0)
    try:
        client.with_options(timeout=seconds).models.list()
    except Exception as error:
        raise error.with_traceback(None) from None


def trigger():
    ask(0.5)


def fixed():
    ask(30)
