# /// script
# requires-python = ">=3.11"
# dependencies = ["transformers==5.24.0", "torch==2.13.0"]
#
# [tool.errkb]
# memory = 16384
# timeout = 180
# fix-dependencies = ["transformers==5.24.0", "torch==2.13.0", "accelerate==1.12.0"]
# ///
"""A package that training needs is missing."""

from transformers import TrainingArguments


def trigger():
    TrainingArguments(output_dir="out")


def fixed():
    TrainingArguments(output_dir="out")
