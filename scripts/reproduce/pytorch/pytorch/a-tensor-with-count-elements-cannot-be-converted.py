# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# captures = {count = "2"}
# ///
"""A loss for each sample is logged as one number."""

import torch

losses = torch.tensor([0.5, 0.7])


def trigger():
    losses.item()


def fixed():
    losses.mean().item()
