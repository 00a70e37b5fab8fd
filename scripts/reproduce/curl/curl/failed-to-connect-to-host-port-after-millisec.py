# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["curl"]
# captures = {host = "127.0.0.1", port = "8080"}
# memory = 65536
# ///
"""Nothing listens."""

import http.server
import subprocess
import sys
import threading


class Handler(http.server.BaseHTTPRequestHandler):
    """Knows one page."""

    def do_GET(self):
        self.send_response(200 if self.path == "/health" else 404)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"ok")

    def log_message(self, *arguments):
        pass


def serve():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 8080), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()


def curl(*arguments):
    sys.exit(subprocess.run(["curl", "-sS", "-o", "page", *arguments]).returncode)


def trigger():
    curl("http://127.0.0.1:8080/health")


def fixed():
    serve()
    curl("http://127.0.0.1:8080/health")
