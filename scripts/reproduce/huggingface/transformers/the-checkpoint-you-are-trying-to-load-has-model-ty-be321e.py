# /// script
# requires-python = ">=3.11"
# dependencies = ["transformers==4.44.2", "numpy==1.26.4"]
#
# [tool.errkb]
# memory = 16384
# timeout = 180
# fix-dependencies = ["transformers==4.57.3"]
# captures = {model_type = "qwen3"}
# ///
"""A model newer than the release."""

import json
from pathlib import Path

from transformers import AutoConfig


def model(**config):
    Path("out").mkdir(exist_ok=True)
    Path("out/config.json").write_text(json.dumps(config))


def trigger():
    model(model_type="qwen3")
    AutoConfig.from_pretrained("out")


def fixed():
    model(model_type="qwen3")
    AutoConfig.from_pretrained("out")
