# /// script
# requires-python = ">=3.11"
# dependencies = ["transformers==5.24.0"]
#
# [tool.errkb]
# memory = 16384
# timeout = 180
# captures = {endpoint = "https://huggingface.co"}
# ///
"""A machine without internet."""

import json
from pathlib import Path

from transformers import AutoConfig


def model(**config):
    Path("out").mkdir(exist_ok=True)
    Path("out/config.json").write_text(json.dumps(config))


def trigger():
    AutoConfig.from_pretrained("models/bert")


def fixed():
    model(model_type="bert")
    AutoConfig.from_pretrained(Path("out").resolve())
