# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {errno = "98"}
# ///
"""A second server on the same port."""

import socketserver


def trigger():
    first = socketserver.TCPServer(("127.0.0.1", 0), socketserver.BaseRequestHandler)
    socketserver.TCPServer(first.server_address, socketserver.BaseRequestHandler)


def fixed():
    first = socketserver.TCPServer(("127.0.0.1", 0), socketserver.BaseRequestHandler)
    first.server_close()
    socketserver.TCPServer.allow_reuse_address = True
    socketserver.TCPServer(first.server_address, socketserver.BaseRequestHandler).server_close()
