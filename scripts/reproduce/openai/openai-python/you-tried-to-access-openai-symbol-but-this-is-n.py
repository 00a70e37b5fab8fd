# /// script
# requires-python = ">=3.11"
# dependencies = ["openai==3.57.0"]
#
# [tool.errkb]
# captures = {symbol = "ChatCompletion"}
# ///
"""A call of the interface before 1.0."""

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import openai

MESSAGES = [{"role": "user", "content": "hello"}]
ANSWER = b'{"id": "1", "object": "chat.completion", "created": 1, "model": "gpt-4o", "choices": []}'


class Service(BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(ANSWER)

    def log_message(self, *args):
        pass


def trigger():
    openai.ChatCompletion.create(model="gpt-4o", messages=MESSAGES)


def fixed():
    server = HTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    client = openai.OpenAI(api_key="sk-test", base_url=f"http://127.0.0.1:{server.server_port}/v1")
    client.chat.completions.create(model="gpt-4o", messages=MESSAGES)
