# /// script
# requires-python = ">=3.11"
# dependencies = ["transformers==4.57.3", "torch==2.13.0"]
#
# [tool.errkb]
# memory = 16384
# timeout = 180
# ///
"""Texts of different lengths become one array."""

from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast


def small_tokenizer(**options):
    words = Tokenizer(models.WordLevel({"[UNK]": 0, "one": 1, "two": 2, "words": 3}, unk_token="[UNK]"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    return PreTrainedTokenizerFast(tokenizer_object=words, unk_token="[UNK]", **options)


tokenizer = small_tokenizer(pad_token="[UNK]", model_max_length=8)


def trigger():
    tokenizer(["one", "two words"], return_tensors="pt")


def fixed():
    tokenizer(["one", "two words"], padding=True, truncation=True, return_tensors="pt")
