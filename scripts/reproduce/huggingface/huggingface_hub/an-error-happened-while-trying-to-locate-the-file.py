# /// script
# requires-python = ">=3.11"
# dependencies = ["huggingface-hub==2.4.0"]
#
# [tool.errkb]
# timeout = 120
# ///
"""A machine without internet."""

import os
from pathlib import Path


def cached():
    """What a download on a machine with internet leaves behind."""
    repo = Path("hf/hub/models--org--model")
    (repo / "refs").mkdir(parents=True)
    (repo / "refs" / "main").write_text("a" * 40)
    (repo / "snapshots" / ("a" * 40)).mkdir(parents=True)
    (repo / "snapshots" / ("a" * 40) / "config.json").write_text("{}")
    os.environ.update(HF_HOME=str(Path("hf").resolve()), HF_HUB_OFFLINE="1")


def load():
    from huggingface_hub import hf_hub_download

    hf_hub_download("org/model", "config.json")


def trigger():
    load()


def fixed():
    cached()
    load()
