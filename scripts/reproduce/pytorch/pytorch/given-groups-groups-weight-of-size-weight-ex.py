# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# captures = {groups = "1", expected = "3", channels = "32"}
# ///
"""A picture with channels last."""

import torch
from torch import nn

conv = nn.Conv2d(3, 8, 3)
image = torch.zeros(1, 32, 32, 3)


def trigger():
    conv(image)


def fixed():
    conv(image.permute(0, 3, 1, 2))
