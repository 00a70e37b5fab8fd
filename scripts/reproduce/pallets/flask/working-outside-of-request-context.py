# /// script
# requires-python = ">=3.11"
# dependencies = ["flask==3.1.3"]
#
# [tool.errkb]
# light = true
# ///
"""A helper reads the request in a script."""

from flask import Flask, request

app = Flask(__name__)


def trigger():
    request.path  # noqa: B018


def fixed():
    with app.test_request_context("/orders"):
        request.path  # noqa: B018
