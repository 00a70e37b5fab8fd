# /// script
# requires-python = ">=3.11"
# dependencies = ["redis==5.2.1"]
#
# [tool.errkb]
# light = true
# captures = {errno = "111", host = "localhost", port = "6379", reason = "Connection refused"}
# ///
"""The default address, and no server there."""

import os
import socketserver
import threading

import redis


class Pong(socketserver.StreamRequestHandler):
    def handle(self):
        for line in self.rfile:
            if line.strip() in (b"PING", b"CLIENT"):
                self.wfile.write(b"+PONG\r\n" if line.startswith(b"P") else b"+OK\r\n")


def trigger():
    redis.Redis().ping()


def fixed():
    server = socketserver.ThreadingTCPServer(("127.0.0.1", 6380), Pong)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    os.environ["REDIS_URL"] = "redis://127.0.0.1:6380"
    redis.Redis.from_url(os.environ["REDIS_URL"], socket_connect_timeout=3).ping()
