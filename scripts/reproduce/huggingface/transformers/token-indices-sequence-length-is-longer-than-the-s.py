# /// script
# requires-python = ">=3.11"
# dependencies = ["transformers==5.24.0"]
#
# [tool.errkb]
# memory = 16384
# timeout = 180
# captures = {length = "20", model_max_length = "8"}
# ///
"""A text longer than the model takes."""

from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast


def small_tokenizer(**options):
    words = Tokenizer(models.WordLevel({"[UNK]": 0, "one": 1, "two": 2, "words": 3}, unk_token="[UNK]"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    return PreTrainedTokenizerFast(tokenizer_object=words, unk_token="[UNK]", **options)


tokenizer = small_tokenizer(model_max_length=8)


def trigger():
    tokenizer("one " * 20)


def fixed():
    tokenizer("one " * 20, truncation=True, max_length=tokenizer.model_max_length)
