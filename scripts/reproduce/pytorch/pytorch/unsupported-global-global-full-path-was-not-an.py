# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# captures = {full_path = "argparse.Namespace"}
# ///
"""A checkpoint holds a class besides tensors."""

import argparse

import torch

torch.save({"args": argparse.Namespace(lr=0.1)}, "checkpoint.pt")


def trigger():
    torch.load("checkpoint.pt")


def fixed():
    with torch.serialization.safe_globals([argparse.Namespace]):
        torch.load("checkpoint.pt")
