# /// script
# requires-python = ">=3.11"
# dependencies = ["transformers==4.49.0"]
#
# [tool.errkb]
# memory = 16384
# timeout = 180
# captures = {tokenizer_class = "NewFamilyTokenizer"}
# ///
"""A tokenizer that a newer release has saved."""

import json
from pathlib import Path

from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import AutoTokenizer, PreTrainedTokenizerFast


def small_tokenizer(**options):
    words = Tokenizer(models.WordLevel({"[UNK]": 0, "one": 1, "two": 2, "words": 3}, unk_token="[UNK]"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    return PreTrainedTokenizerFast(tokenizer_object=words, unk_token="[UNK]", **options)


small_tokenizer().save_pretrained("out")
settings = json.loads(Path("out/tokenizer_config.json").read_text())
Path("out/tokenizer_config.json").write_text(json.dumps(settings | {"tokenizer_class": "NewFamilyTokenizer"}))


def trigger():
    AutoTokenizer.from_pretrained("out")


def fixed():
    PreTrainedTokenizerFast.from_pretrained("out")
