# /// script
# requires-python = ">=3.11"
# dependencies = ["openai==3.57.0"]
#
# [tool.errkb]
# captures = {status_code = "429"}
# ///
"""The account behind the key has no credit; a fake service on this machine says so."""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import openai

NO_CREDIT = {
    "error": {"message": "You exceeded your current quota.", "type": "insufficient_quota", "code": "insufficient_quota"}
}
MODELS = {"object": "list", "data": []}


def ask(status, body):
    class Service(BaseHTTPRequestHandler):
        def do_GET(self):
            text = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *args):
            pass

    server = HTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    client = openai.OpenAI(api_key="sk-test", base_url=f"http://127.0.0.1:{server.server_port}/v1", max_retries=0)
    return client.models.list()


def trigger():
    ask(429, NO_CREDIT)


def fixed():
    ask(200, MODELS)
