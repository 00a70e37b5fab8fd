# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {lineno = "1", colno = "1", position = "0"}
# ///
"""The answer of a server was a page, not JSON."""

import json

body, content_type = "<html>502 Bad Gateway</html>", "text/html"


def trigger():
    json.loads(body)


def fixed():
    if "json" not in content_type:
        print(f"no JSON: {body[:200]!r}")
