# /// script
# requires-python = ">=3.11"
# dependencies = ["transformers==4.49.0"]
#
# [tool.errkb]
# memory = 16384
# timeout = 180
# captures = {path = "out"}
# ///
"""A folder holds the model, but no tokenizer."""

import json
from pathlib import Path

from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import AutoTokenizer, PreTrainedTokenizerFast


def small_tokenizer(**options):
    words = Tokenizer(models.WordLevel({"[UNK]": 0, "one": 1, "two": 2, "words": 3}, unk_token="[UNK]"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    return PreTrainedTokenizerFast(tokenizer_object=words, unk_token="[UNK]", **options)


Path("out").mkdir()
Path("out/config.json").write_text(json.dumps({"model_type": "bert"}))


def trigger():
    AutoTokenizer.from_pretrained("out")


def fixed():
    small_tokenizer().save_pretrained("out")
    AutoTokenizer.from_pretrained("out")
