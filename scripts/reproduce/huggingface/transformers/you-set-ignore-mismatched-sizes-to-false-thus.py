# /// script
# requires-python = ">=3.11"
# dependencies = ["transformers==5.24.0", "torch==2.13.0"]
#
# [tool.errkb]
# memory = 16384
# timeout = 180
# ///
"""A head of another size."""

from transformers import BertConfig, BertForSequenceClassification

SIZES = {"hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 1, "intermediate_size": 8, "vocab_size": 9}


BertForSequenceClassification(BertConfig(**SIZES, num_labels=5)).save_pretrained("out")


def trigger():
    BertForSequenceClassification.from_pretrained("out", num_labels=2)


def fixed():
    BertForSequenceClassification.from_pretrained("out", num_labels=2, ignore_mismatched_sizes=True)
