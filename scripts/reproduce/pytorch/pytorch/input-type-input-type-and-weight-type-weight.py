# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# ///
"""A model in half precision gets pictures in single."""

import torch

model, images = torch.nn.Conv2d(3, 4, 3).to(torch.bfloat16), torch.randn(1, 3, 8, 8)


def trigger():
    model(images)


def fixed():
    model(images.to(torch.bfloat16))
