# /// script
# requires-python = ">=3.11"
# dependencies = ["transformers==4.57.3", "torch==2.13.0"]
#
# [tool.errkb]
# memory = 16384
# timeout = 180
# ///
"""A folder that holds the configuration only."""

from transformers import AutoModel, BertConfig, BertModel

SIZES = {"hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 1, "intermediate_size": 8, "vocab_size": 9}


def trigger():
    BertConfig(**SIZES).save_pretrained("out")
    AutoModel.from_pretrained("out")


def fixed():
    BertModel(BertConfig(**SIZES)).save_pretrained("out/checkpoint-500")
    AutoModel.from_pretrained("out/checkpoint-500")
