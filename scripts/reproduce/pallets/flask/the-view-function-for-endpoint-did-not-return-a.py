# /// script
# requires-python = ">=3.11"
# dependencies = ["flask==3.1.3"]
#
# [tool.errkb]
# light = true
# captures = {endpoint = "'save'"}
# ///
"""A branch without return."""

from flask import Flask, request


def get(after):
    app = Flask("shop")
    app.testing = True

    @app.route("/save", methods=["GET", "POST"])
    def save():
        if request.method == "POST":
            return "saved"
        return after

    app.test_client().get("/save")


def trigger():
    get(None)


def fixed():
    get("<form></form>")
