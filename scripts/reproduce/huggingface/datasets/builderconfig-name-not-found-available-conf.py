# /// script
# requires-python = ">=3.11"
# dependencies = ["datasets==4.8.5"]
#
# [tool.errkb]
# timeout = 120
# memory = 16384
# captures = {name = "train"}
# ///
"""A split is given where the configuration stands."""

import os
from pathlib import Path

os.environ["HF_HOME"] = os.path.abspath("hf")

from datasets import load_dataset

Path("shop").mkdir()
Path("shop/train.jsonl").write_text('{"text": "a"}\n')


def trigger():
    load_dataset("./shop", "train")


def fixed():
    load_dataset("./shop", split="train")
