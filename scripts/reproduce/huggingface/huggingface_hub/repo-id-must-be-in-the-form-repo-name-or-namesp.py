# /// script
# requires-python = ">=3.11"
# dependencies = ["huggingface-hub==1.2.4"]
#
# [tool.errkb]
# captures = {repo_id = "/models/org/my-model"}
# ///
"""A folder that is mounted elsewhere."""

import os

from huggingface_hub import hf_hub_download


def trigger():
    hf_hub_download("/models/org/my-model", "config.json")


def fixed():
    path = "models/my-model"
    os.makedirs(path)
    assert os.path.isdir(path), path
