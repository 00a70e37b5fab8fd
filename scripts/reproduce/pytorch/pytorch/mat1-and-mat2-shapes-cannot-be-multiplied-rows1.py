# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# captures = {rows1 = "32", columns1 = "64", rows2 = "128", columns2 = "10"}
# ///
"""A layer for 128 features gets 64."""

import torch


def trigger():
    torch.nn.Linear(128, 10)(torch.randn(32, 64))


def fixed():
    torch.nn.Linear(64, 10)(torch.randn(32, 64))
