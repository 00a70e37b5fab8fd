# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# captures = {first_shape = "[3, 8, 8]", other_shape = "[3, 8, 10]", index = "1"}
# ///
"""Pictures of different widths in one batch."""

import torch
from torch.utils.data import DataLoader

pictures = [torch.zeros(3, 8, 8), torch.zeros(3, 8, 10)]


def trigger():
    next(iter(DataLoader(pictures, batch_size=2)))


def fixed():
    resized = [torch.nn.functional.interpolate(p[None], (8, 8))[0] for p in pictures]
    next(iter(DataLoader(resized, batch_size=2)))
