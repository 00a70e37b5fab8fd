# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {lineno = "1", colno = "2", position = "1"}
# ///
"""A Python dict as text is read as JSON."""

import ast
import json

text = "{'name': 'ann', 'tags': None}"


def trigger():
    json.loads(text)


def fixed():
    ast.literal_eval(text)
