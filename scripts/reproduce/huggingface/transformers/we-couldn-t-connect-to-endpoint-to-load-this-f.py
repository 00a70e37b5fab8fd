# /// script
# requires-python = ">=3.11"
# dependencies = ["transformers==4.44.2", "numpy==1.26.4"]
#
# [tool.errkb]
# memory = 16384
# timeout = 180
# captures = {endpoint = "https://huggingface.co", path_or_repo_id = "models/bert"}
# ///
"""A machine without internet, with an older release."""

import json
import traceback
from pathlib import Path

from transformers import AutoConfig


def model(**config):
    Path("out").mkdir(exist_ok=True)
    Path("out/config.json").write_text(json.dumps(config))


def trigger():
    try:
        AutoConfig.from_pretrained("models/bert")
    except OSError as error:
        traceback.print_exception(error, chain=False)  # as logs without the causes show it


def fixed():
    model(model_type="bert")
    AutoConfig.from_pretrained(Path("out").resolve())
