# /// script
# requires-python = ">=3.11"
# dependencies = ["werkzeug==3.1.8"]
#
# [tool.errkb]
# light = true
# ///
"""A second server on the port of the first."""

import socket
import threading

from werkzeug.serving import make_server

first = socket.create_server(("127.0.0.1", 0))
port = first.getsockname()[1]


def serve(number):
    server = make_server("127.0.0.1", number, lambda environ, start: [])
    threading.Timer(0.2, server.shutdown).start()
    server.serve_forever()


def trigger():
    serve(port)


def fixed():
    serve(0)
