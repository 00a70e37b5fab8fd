# /// script
# requires-python = ">=3.11"
# dependencies = ["jinja2==3.1.6"]
#
# [tool.errkb]
# light = true
# captures = {name = "user"}
# ///
"""A page without its user."""

from jinja2 import Template

page = Template("{{ user.name }}")


def trigger():
    page.render()


def fixed():
    page.render(user={"name": "guest"})
