# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# captures = {shape = "[-1, 400]", numel = "4608"}
# ///
"""A flattening written for another picture size."""

import torch

x = torch.zeros(8, 16, 6, 6)


def trigger():
    x.view(-1, 16 * 5 * 5)


def fixed():
    x.flatten(1)
