# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# captures = {target_size = "3", size = "4", target_sizes = "[3]", tensor_sizes = "[4]"}
# ///
"""A row is longer than the place it is written to."""

import torch

row = torch.ones(4)


def trigger():
    buffer = torch.zeros(2, 3)
    buffer[0] = row


def fixed():
    buffer = torch.zeros(2, row.numel())
    buffer[0] = row
