# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["docker"]
# captures = {name = "shop/Web"}
# memory = 65536
# ///
"""An image with a capital letter."""

import http.server
import os
import socketserver
import subprocess
import sys
import threading
from pathlib import Path


class Daemon(http.server.BaseHTTPRequestHandler):
    """Says yes to everything."""

    def do_GET(self):
        self.send_response(201 if self.command == "POST" else 200)
        self.send_header("Api-Version", "1.48")
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_HEAD = do_POST = do_GET

    def address_string(self):
        return "docker"

    def log_message(self, *arguments):
        pass


def tag(name):
    os.environ["DOCKER_HOST"] = f"unix://{Path.cwd()}/docker.sock"
    server = socketserver.ThreadingUnixStreamServer("docker.sock", Daemon)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.exit(subprocess.run(["docker", "tag", "web", name]).returncode)


def trigger():
    tag("shop/Web")


def fixed():
    tag("shop/web")
