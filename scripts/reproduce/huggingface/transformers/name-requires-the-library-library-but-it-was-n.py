# /// script
# requires-python = ">=3.11"
# dependencies = ["transformers==4.57.3"]
#
# [tool.errkb]
# memory = 16384
# timeout = 180
# fix-dependencies = ["transformers==4.57.3", "torch==2.13.0"]
# captures = {name = "AutoModel", library = "PyTorch"}
# ///
"""PyTorch is not installed."""

from transformers import AutoModel, BertConfig

SIZES = {"hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 1, "intermediate_size": 8, "vocab_size": 9}


def trigger():
    AutoModel.from_config(BertConfig(**SIZES))


def fixed():
    AutoModel.from_config(BertConfig(**SIZES))
