# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# captures = {size = "torch.Size([1, 4])"}
# ///
"""One sample in training mode."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4))
sample = torch.zeros(1, 4)


def trigger():
    model(sample)


def fixed():
    model.eval()
    model(sample)
