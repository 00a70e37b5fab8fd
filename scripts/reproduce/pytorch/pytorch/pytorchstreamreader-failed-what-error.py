# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# captures = {what = "reading zip archive"}
# ///
"""A checkpoint whose end is missing."""

from pathlib import Path

import torch

torch.save({"w": torch.zeros(1000)}, "whole.pt")
Path("last.pt").write_bytes(Path("whole.pt").read_bytes()[:2000])


def trigger():
    torch.load("last.pt")


def fixed():
    torch.load("whole.pt")
