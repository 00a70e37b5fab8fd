# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# ///
"""A model is sent to a device this build does not know."""

import torch

model = torch.nn.Linear(2, 1)


def trigger():
    model.cuda()


def fixed():
    device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else "cpu"
    model.to(device)
