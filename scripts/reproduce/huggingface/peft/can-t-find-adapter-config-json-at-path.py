# /// script
# requires-python = ">=3.11"
# dependencies = ["peft==0.21.2", "transformers==5.24.0", "torch==2.13.0"]
#
# [tool.errkb]
# memory = 16384
# timeout = 180
# captures = {path = "out"}
# ///
"""The output folder is given in place of the checkpoint in it."""

import os
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"

from peft import LoraConfig, PeftConfig

Path("out/checkpoint-500").mkdir(parents=True)
LoraConfig(target_modules=["c_attn"]).save_pretrained("out/checkpoint-500")


def trigger():
    try:
        PeftConfig.from_pretrained("out")
    except ValueError as error:
        raise error from None


def fixed():
    PeftConfig.from_pretrained("out/checkpoint-500")
