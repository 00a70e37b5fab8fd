# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# captures = {dimension = "1", expected = "33", size = "32", index = "1"}
# ///
"""A skip connection that is one pixel larger."""

import torch
import torch.nn.functional as F

skip = torch.zeros(1, 8, 33, 33)
x = torch.zeros(1, 8, 32, 32)


def trigger():
    torch.cat([skip, x], dim=1)


def fixed():
    torch.cat([skip, F.interpolate(x, size=skip.shape[-2:])], dim=1)
