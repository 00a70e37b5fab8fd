# /// script
# requires-python = ">=3.11"
# dependencies = ["requests==2.32.5", "urllib3==2.6.3"]
#
# [tool.errkb]
# light = true
# captures = {url = "/products/12"}
# ///
"""A link of a page, relative to it."""

import http.server
import threading


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()

    def log_message(self, *arguments):
        pass


def serve():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 8000), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()


from urllib.parse import urljoin

import requests

page, href = "http://127.0.0.1:8000/shop/", "/products/12"


def trigger():
    requests.get(href)


def fixed():
    serve()
    requests.get(urljoin(page, href), timeout=10)
