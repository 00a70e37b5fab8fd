# /// script
# requires-python = ">=3.11"
# dependencies = ["datasets==4.8.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# captures = {filename = "speech_corpus.py"}
# ///
"""A dataset of the old kind, with a script."""

from pathlib import Path

from datasets import load_dataset

Path("speech_corpus").mkdir()


def trigger():
    Path("speech_corpus/speech_corpus.py").write_text("")
    load_dataset("./speech_corpus")


def fixed():
    Path("speech_corpus/train.csv").write_text("a,b\n1,2\n")
    load_dataset("./speech_corpus")
