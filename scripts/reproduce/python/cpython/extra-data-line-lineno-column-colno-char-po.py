# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {lineno = "2", colno = "1", position = "10"}
# ///
"""JSON Lines are read as one document."""

import json
from pathlib import Path

ROWS = '{"id": 1}\n{"id": 2}\n'


def trigger():
    Path("rows.jsonl").write_text(ROWS)
    with open("rows.jsonl") as file:
        json.load(file)


def fixed():
    Path("rows.jsonl").write_text(ROWS)
    with open("rows.jsonl", encoding="utf-8") as file:
        [json.loads(line) for line in file if line.strip()]
