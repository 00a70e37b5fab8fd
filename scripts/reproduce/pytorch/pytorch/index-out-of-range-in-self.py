# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# ///
"""Ids from 1 to 1000 in a table of 1000."""

import torch


def trigger():
    torch.nn.Embedding(1000, 4)(torch.tensor([1000]))


def fixed():
    torch.nn.Embedding(1001, 4)(torch.tensor([1000]))
