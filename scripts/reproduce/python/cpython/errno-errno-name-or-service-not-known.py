# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {errno = "-2"}
# ///
"""The protocol stands in the host."""

import socket

server = socket.create_server(("127.0.0.1", 0))
port = server.getsockname()[1]


def trigger():
    socket.create_connection(("http://127.0.0.1", port))


def fixed():
    socket.create_connection(("127.0.0.1", port))
