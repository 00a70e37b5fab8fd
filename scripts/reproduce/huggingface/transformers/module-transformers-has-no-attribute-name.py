# /// script
# requires-python = ">=3.11"
# dependencies = ["transformers==5.24.0", "torch==2.13.0"]
#
# [tool.errkb]
# memory = 16384
# timeout = 180
# captures = {name = "AdamW"}
# ///
"""A class that version 5 took away."""

import torch
import transformers

model = torch.nn.Linear(2, 1)


def trigger():
    transformers.AdamW(model.parameters(), lr=2e-5)


def fixed():
    torch.optim.AdamW(model.parameters(), lr=2e-5)
