# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# ///
"""A loss that was not reduced."""

import torch

w = torch.ones(3, requires_grad=True)


def trigger():
    ((w - 2) ** 2).backward()


def fixed():
    ((w - 2) ** 2).mean().backward()
