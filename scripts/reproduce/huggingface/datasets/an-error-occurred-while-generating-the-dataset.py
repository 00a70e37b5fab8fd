# /// script
# requires-python = ">=3.11"
# dependencies = ["datasets==4.8.5"]
#
# [tool.errkb]
# timeout = 120
# memory = 16384
# ///
"""A generator that fails in the middle."""

import os

os.environ["HF_HOME"] = os.path.abspath("hf")

from datasets import Dataset


def rows():
    for line in ("1", "x"):
        yield {"value": int(line)}


def good_rows():
    for line in ("1", "x"):
        if line.isdigit():
            yield {"value": int(line)}


def trigger():
    try:
        Dataset.from_generator(rows)
    except Exception as error:
        raise error from None


def fixed():
    Dataset.from_generator(good_rows)
