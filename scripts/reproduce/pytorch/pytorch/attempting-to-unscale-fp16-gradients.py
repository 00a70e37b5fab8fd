# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# ///
"""Half-precision weights are trained with a scaler."""

import torch


def train(dtype):
    model = torch.nn.Linear(2, 2).to(dtype)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cpu")
    scaler.scale(model(torch.ones(1, 2, dtype=dtype)).sum()).backward()
    scaler.unscale_(optimizer)
    scaler.step(optimizer)


def trigger():
    train(torch.float16)


def fixed():
    train(torch.float32)
