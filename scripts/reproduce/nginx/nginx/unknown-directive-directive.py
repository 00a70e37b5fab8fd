# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["nginx"]
# captures = {directive = "http_two"}
# memory = 65536
# ///
"""A directive of no module."""

import http.client
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

CONF = """
daemon off; pid nginx.pid; error_log stderr;
events {}
http {
    access_log off;
    client_body_temp_path tmp; proxy_temp_path tmp; fastcgi_temp_path tmp; uwsgi_temp_path tmp; scgi_temp_path tmp;
    server { listen 127.0.0.1:8080; SERVER }
}
"""


def nginx(server, wait=False):
    Path("nginx.conf").write_text(CONF.replace("SERVER", server))
    command = ["nginx", "-p", f"{Path.cwd()}/", "-c", "nginx.conf", "-e", "stderr"]
    running = subprocess.Popen(command)
    if wait:
        sys.exit(running.wait())
    time.sleep(1)


def ask(method="GET", body=None):
    client = http.client.HTTPConnection("127.0.0.1", 8080, timeout=20)
    client.request(method, "/", body)
    sys.exit(client.getresponse().status >= 400)


def trigger():
    nginx("http_two on; return 204;", wait=True)


def fixed():
    nginx("return 204;")
    ask()
