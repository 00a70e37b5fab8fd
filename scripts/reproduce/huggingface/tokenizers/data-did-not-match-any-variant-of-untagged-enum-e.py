# /// script
# requires-python = ">=3.11"
# dependencies = ["tokenizers==0.19.1"]
#
# [tool.errkb]
# fix-dependencies = ["tokenizers==0.22.1"]
# captures = {enum_name = "ModelWrapper"}
# ///
"""A tokenizer that a newer release has saved."""

import json
from pathlib import Path

from tokenizers import Tokenizer

MODEL = {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": [["a", "b"]], "fuse_unk": False}
Path("tokenizer.json").write_text(json.dumps({"version": "1.0", "added_tokens": [], "model": MODEL}, indent=1))


def trigger():
    Tokenizer.from_file("tokenizer.json")


def fixed():
    Tokenizer.from_file("tokenizer.json")
