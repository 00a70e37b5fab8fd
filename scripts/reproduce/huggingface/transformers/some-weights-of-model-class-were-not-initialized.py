# /// script
# requires-python = ">=3.11"
# dependencies = ["transformers==4.57.3", "torch==2.13.0"]
#
# [tool.errkb]
# memory = 16384
# timeout = 180
# captures = {model_class = "BertForSequenceClassification", name = "base"}
# ///
"""A model without a trained head."""

from transformers import BertConfig, BertForSequenceClassification, BertModel

SIZES = {"hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 1, "intermediate_size": 8, "vocab_size": 9}


BertModel(BertConfig(**SIZES)).save_pretrained("base")


def trigger():
    BertForSequenceClassification.from_pretrained("base")


def fixed():
    BertForSequenceClassification(BertConfig(**SIZES)).save_pretrained("out")
    BertForSequenceClassification.from_pretrained("out")
