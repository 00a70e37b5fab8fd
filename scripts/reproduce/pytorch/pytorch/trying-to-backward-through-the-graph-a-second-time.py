# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# ///
"""The state of a recurrent network drags its past along."""

import torch

rnn = torch.nn.GRU(2, 3)
steps = [torch.randn(1, 1, 2) for _ in range(2)]


def train(keep):
    hidden = torch.zeros(1, 1, 3)
    for x in steps:
        out, hidden = rnn(x, keep(hidden))
        out.sum().backward()


def trigger():
    train(lambda hidden: hidden)


def fixed():
    train(lambda hidden: hidden.detach())
