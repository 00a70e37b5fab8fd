# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# captures = {output_nr = "0"}
# ///
"""A result that is needed again is changed in place."""

import torch

w = torch.randn(3, requires_grad=True)


def trigger():
    y = torch.exp(w)
    y += 1
    y.sum().backward()


def fixed():
    y = torch.exp(w)
    y = y + 1
    y.sum().backward()
