# /// script
# requires-python = ">=3.11"
# dependencies = ["transformers==5.24.0"]
#
# [tool.errkb]
# memory = 16384
# timeout = 180
# ///
"""A method that version 5 took away."""

from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast


def small_tokenizer(**options):
    words = Tokenizer(models.WordLevel({"[UNK]": 0, "one": 1, "two": 2, "words": 3}, unk_token="[UNK]"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    return PreTrainedTokenizerFast(tokenizer_object=words, unk_token="[UNK]", **options)


tokenizer = small_tokenizer(pad_token="[UNK]")


def trigger():
    tokenizer.batch_encode_plus(["one", "two words"], padding=True)


def fixed():
    tokenizer(["one", "two words"], padding=True)
