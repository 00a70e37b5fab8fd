# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# captures = {dtype1 = "Double", dtype2 = "Float"}
# ///
"""Rows from NumPy are float64."""

import numpy as np
import torch
from torch import nn

layer = nn.Linear(3, 2)
rows = np.ones((1, 3))


def trigger():
    layer(torch.from_numpy(rows))


def fixed():
    layer(torch.from_numpy(rows).float())
