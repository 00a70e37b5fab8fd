# /// script
# requires-python = ">=3.11"
# dependencies = ["flask==3.1.3"]
#
# [tool.errkb]
# light = true
# captures = {endpoint = "'index'"}
# ///
"""A view of a blueprint is named without the blueprint."""

from flask import Blueprint, Flask, url_for

main = Blueprint("main", __name__)


@main.get("/")
def index():
    return "ok"


app = Flask("shop")
app.register_blueprint(main)


def trigger():
    with app.test_request_context():
        url_for("index")


def fixed():
    with app.test_request_context():
        url_for("main.index")
