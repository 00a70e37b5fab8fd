# /// script
# requires-python = ">=3.11"
# dependencies = ["anthropic==2.15.0"]
# ///
"""No key in the environment; the first request finds out."""

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from anthropic import Anthropic

ANSWER = b"""{"id": "m", "type": "message", "role": "assistant", "model": "m", "content": [], "stop_reason": "end_turn",
"stop_sequence": null, "usage": {"input_tokens": 1, "output_tokens": 1}}"""


class Service(BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(ANSWER)

    def log_message(self, *args):
        pass


def ask(key):
    server = HTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    client = Anthropic(api_key=key, base_url=f"http://127.0.0.1:{server.server_port}", max_retries=0)
    client.messages.create(model="m", max_tokens=1, messages=[{"role": "user", "content": "hello"}])


def trigger():
    ask(None)


def fixed():
    ask("sk-ant-test")
