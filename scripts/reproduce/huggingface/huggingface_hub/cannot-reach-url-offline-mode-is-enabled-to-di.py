# /// script
# requires-python = ">=3.11"
# dependencies = ["huggingface-hub==1.2.4"]
# ///
"""The hub is asked for a model while offline mode is on."""

import os
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

BODY = b'{"id": "org/model", "modelId": "org/model"}'


class Hub(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(BODY)))
        self.end_headers()
        self.wfile.write(BODY)

    def log_message(self, *arguments):
        pass


server = HTTPServer(("127.0.0.1", 0), Hub)
threading.Thread(target=server.serve_forever, daemon=True).start()


def ask(offline):
    os.environ["HF_HUB_OFFLINE"] = offline
    os.environ["HF_ENDPOINT"] = f"http://127.0.0.1:{server.server_port}"
    from huggingface_hub import HfApi

    HfApi().model_info("org/model")


def trigger():
    ask("1")


def fixed():
    ask("0")
