# /// script
# requires-python = ">=3.11"
# dependencies = ["transformers==5.24.0"]
#
# [tool.errkb]
# memory = 16384
# timeout = 180
# captures = {filename = "config.json"}
# ///
"""A folder without a configuration."""

import json
from pathlib import Path

from transformers import AutoConfig


def model(**config):
    Path("out").mkdir(exist_ok=True)
    Path("out/config.json").write_text(json.dumps(config))


def trigger():
    Path("out").mkdir()
    AutoConfig.from_pretrained("out")


def fixed():
    model(model_type="bert")
    AutoConfig.from_pretrained("out")
