# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# captures = {target = "3"}
# ///
"""Classes that count from one."""

import torch
import torch.nn.functional as F

logits = torch.zeros(2, 3)
labels = torch.tensor([1, 3])


def trigger():
    F.cross_entropy(logits, labels)


def fixed():
    F.cross_entropy(logits, labels - 1)
