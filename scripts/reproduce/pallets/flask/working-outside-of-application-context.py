# /// script
# requires-python = ">=3.11"
# dependencies = ["flask==3.1.3"]
#
# [tool.errkb]
# light = true
# ///
"""The application's name is asked for in a script."""

from flask import Flask, current_app

app = Flask(__name__)


def trigger():
    current_app.name  # noqa: B018


def fixed():
    with app.app_context():
        current_app.name  # noqa: B018
