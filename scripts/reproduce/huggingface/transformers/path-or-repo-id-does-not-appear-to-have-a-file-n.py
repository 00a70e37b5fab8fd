# /// script
# requires-python = ">=3.11"
# dependencies = ["transformers==4.49.0"]
#
# [tool.errkb]
# memory = 16384
# timeout = 180
# captures = {filename = "config.json"}
# ///
"""A folder without a configuration."""

import json
from pathlib import Path

from transformers import BertConfig


def model(**config):
    Path("out").mkdir(exist_ok=True)
    Path("out/config.json").write_text(json.dumps(config))


def trigger():
    Path("out").mkdir()
    BertConfig.from_pretrained("out")


def fixed():
    model(model_type="bert")
    BertConfig.from_pretrained("out")
