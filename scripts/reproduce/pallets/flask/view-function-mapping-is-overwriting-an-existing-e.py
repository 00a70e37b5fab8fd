# /// script
# requires-python = ">=3.11"
# dependencies = ["flask==3.1.3"]
#
# [tool.errkb]
# light = true
# captures = {endpoint = "wrapper"}
# ///
"""A decorator hides the names of the views."""

import functools

from flask import Flask


def register(decorator):
    app = Flask(__name__)

    @app.route("/a")
    @decorator
    def first():
        return "a"

    @app.route("/b")
    @decorator
    def second():
        return "b"


def plain(view):
    def wrapper():
        return view()

    return wrapper


def trigger():
    register(plain)


def fixed():
    register(lambda view: functools.wraps(view)(plain(view)))
