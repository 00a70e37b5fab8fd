# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# ///
"""A view of a transposed tensor."""

import torch

x = torch.arange(6).view(2, 3)


def trigger():
    x.t().view(6)


def fixed():
    x.t().reshape(6)
