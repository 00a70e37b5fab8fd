# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["kubectl"]
# captures = {host = "127.0.0.1:8001"}
# memory = 65536
# ///
"""No cluster at the default address."""

import http.server
import json
import subprocess
import sys
import threading
from pathlib import Path


class Cluster(http.server.BaseHTTPRequestHandler):
    """Tells its version."""

    def do_GET(self):
        body = json.dumps({"major": "1", "minor": "32", "gitVersion": "v1.32.4"}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


def kubectl():
    Path("config").touch()
    command = ["kubectl", "--kubeconfig=config", "--server=http://127.0.0.1:8001", "version"]
    sys.exit(subprocess.run(command).returncode)


def trigger():
    kubectl()


def fixed():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 8001), Cluster)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    kubectl()
