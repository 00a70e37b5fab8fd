# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {errno = "-3"}
# ///
"""The script runs without a network, so no name server answers."""

import socket


def trigger():
    socket.getaddrinfo("api.example.com", 443)


def fixed():
    socket.getaddrinfo("127.0.0.1", 443)
