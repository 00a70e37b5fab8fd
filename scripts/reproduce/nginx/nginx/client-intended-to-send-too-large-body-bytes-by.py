# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["nginx"]
# captures = {bytes = "2000000"}
# memory = 65536
# ///
"""A body above one megabyte."""

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


class Application(threading.Thread):
    def run(self):
        server = socket.create_server(("127.0.0.1", 3000))
        client, _ = server.accept()
        while b"x-end" not in client.recv(1 << 20):
            pass
        client.sendall(b"HTTP/1.0 200 OK\r\n\r\nok")
        client.close()


BODY = b"x" * 1999995 + b"x-end"


def upload(limit):
    Application(daemon=True).start()
    nginx(f"location / {{ {limit} proxy_pass http://127.0.0.1:3000; }}")
    ask("POST", BODY)


def trigger():
    upload("")


def fixed():
    upload("client_max_body_size 50m;")
