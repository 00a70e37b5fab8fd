# /// script
# requires-python = ">=3.11"
# dependencies = ["flask==3.1.3"]
#
# [tool.errkb]
# light = true
# ///
"""A session is written without a key."""

from flask import Flask, session


def visit(key):
    app = Flask("shop")
    app.secret_key = key
    app.testing = True

    @app.get("/")
    def home():
        session["seen"] = True
        return "ok"

    app.test_client().get("/")


def trigger():
    visit(None)


def fixed():
    visit("0f2e")
