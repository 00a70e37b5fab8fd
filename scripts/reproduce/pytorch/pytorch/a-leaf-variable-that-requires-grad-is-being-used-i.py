# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# ///
"""Gradient descent written by hand."""

import torch

w = torch.ones(3, requires_grad=True)
(w * 2).sum().backward()


def trigger():
    global w
    w -= 0.1 * w.grad


def fixed():
    global w
    with torch.no_grad():
        w -= 0.1 * w.grad
