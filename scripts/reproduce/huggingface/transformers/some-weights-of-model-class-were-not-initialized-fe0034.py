# /// script
# requires-python = ">=3.11"
# dependencies = ["transformers==4.57.3", "torch==2.13.0"]
#
# [tool.errkb]
# memory = 16384
# timeout = 180
# captures = {model_class = "BertForSequenceClassification", name = "out"}
# ///
"""A trained head of another size is thrown away."""

from transformers import BertConfig, BertForSequenceClassification

SIZES = {"hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 1, "intermediate_size": 8, "vocab_size": 9}


BertForSequenceClassification(BertConfig(**SIZES, num_labels=5)).save_pretrained("out")


def trigger():
    BertForSequenceClassification.from_pretrained("out", num_labels=2, ignore_mismatched_sizes=True)


def fixed():
    BertForSequenceClassification.from_pretrained("out")
