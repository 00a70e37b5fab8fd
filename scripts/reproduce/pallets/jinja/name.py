# /// script
# requires-python = ">=3.11"
# dependencies = ["jinja2==3.1.6"]
#
# [tool.errkb]
# light = true
# ///
"""The folder is looked for where the program was started."""

import os
from pathlib import Path

from jinja2 import Environment, FileSystemLoader

Path("app/templates").mkdir(parents=True)
Path("app/templates/index.html").write_text("ok")
HERE = Path("app").resolve()
os.makedirs("elsewhere")
os.chdir("elsewhere")


def trigger():
    Environment(loader=FileSystemLoader("templates")).get_template("index.html")


def fixed():
    Environment(loader=FileSystemLoader(HERE / "templates")).get_template("index.html")
