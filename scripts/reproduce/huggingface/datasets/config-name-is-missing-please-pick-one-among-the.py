# /// script
# requires-python = ">=3.11"
# dependencies = ["datasets==4.8.5"]
#
# [tool.errkb]
# timeout = 120
# memory = 16384
# ///
"""A folder with two configurations."""

import os
from pathlib import Path

os.environ["HF_HOME"] = os.path.abspath("hf")

from datasets import load_dataset

CARD = """---
configs:
- config_name: main
  data_files: main.jsonl
- config_name: extra
  data_files: extra.jsonl
---
"""
Path("shop").mkdir()
Path("shop/README.md").write_text(CARD)
for name in ("main", "extra"):
    Path(f"shop/{name}.jsonl").write_text('{"text": "a"}\n')


def trigger():
    load_dataset("./shop")


def fixed():
    load_dataset("./shop", "main")
