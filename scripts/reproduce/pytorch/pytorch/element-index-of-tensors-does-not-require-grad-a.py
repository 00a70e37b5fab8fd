# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# captures = {index = "0"}
# ///
"""The loss is computed where gradients are off."""

import torch

model, x = torch.nn.Linear(2, 1), torch.ones(3, 2)


def trigger():
    with torch.no_grad():
        loss = model(x).sum()
    loss.backward()


def fixed():
    loss = model(x).sum()
    loss.backward()
