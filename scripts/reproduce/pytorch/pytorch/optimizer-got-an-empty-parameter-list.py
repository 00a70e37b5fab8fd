# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# ///
"""Layers in a plain list."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, container):
        super().__init__()
        self.layers = container([nn.Linear(2, 2)])


def trigger():
    torch.optim.SGD(Net(list).parameters(), lr=0.1)


def fixed():
    torch.optim.SGD(Net(nn.ModuleList).parameters(), lr=0.1)
