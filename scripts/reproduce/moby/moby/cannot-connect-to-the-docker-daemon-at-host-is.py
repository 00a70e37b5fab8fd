# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["docker"]
# memory = 65536
# ///
"""No engine listens at the socket."""

import http.server
import os
import socketserver
import subprocess
import sys
import threading
from pathlib import Path


class Daemon(http.server.BaseHTTPRequestHandler):
    """Answers as an engine without containers does."""

    def do_GET(self):
        body = b"OK" if self.path.endswith("_ping") else b"[]"
        self.send_response(200)
        self.send_header("Api-Version", "1.48")
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_HEAD = do_GET

    def address_string(self):
        return "docker"

    def log_message(self, *arguments):
        pass


def docker(mode=None):
    os.environ["DOCKER_HOST"] = f"unix://{Path.cwd()}/docker.sock"
    if mode is not None:
        server = socketserver.ThreadingUnixStreamServer("docker.sock", Daemon)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        os.chmod("docker.sock", mode)
    sys.exit(subprocess.run(["docker", "ps"]).returncode)


def trigger():
    docker()


def fixed():
    docker(0o600)
