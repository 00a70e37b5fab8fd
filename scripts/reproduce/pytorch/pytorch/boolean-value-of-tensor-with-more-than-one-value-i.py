# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# ///
"""A loss class is called like a function."""

import torch
from torch import nn

output = torch.zeros(2, 3)
target = torch.tensor([0, 2])


def trigger():
    nn.CrossEntropyLoss(output, target)


def fixed():
    nn.CrossEntropyLoss()(output, target)
