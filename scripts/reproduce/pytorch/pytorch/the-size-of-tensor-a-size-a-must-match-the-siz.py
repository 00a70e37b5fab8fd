# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# captures = {size_a = "3", size_b = "4", dim = "1"}
# ///
"""Weights for rows meet columns."""

import torch

x = torch.ones(4, 3)
weights = torch.ones(4)


def trigger():
    x * weights


def fixed():
    x * weights[:, None]
