# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# captures = {DEVICE = "CUDA", backend_name = "cuda"}
# ///
"""A checkpoint written on a graphics card."""

import io
import zipfile

import torch


def checkpoint():
    """A file as a machine with CUDA writes it: the tensors say where they were."""
    torch.save(torch.ones(2), "cpu.pt")
    with zipfile.ZipFile("cpu.pt") as old, zipfile.ZipFile("model.pt", "w") as new:
        for item in old.infolist():
            data = old.read(item)
            if item.filename.endswith("data.pkl"):
                data = data.replace(b"X\x03\x00\x00\x00cpu", b"X\x06\x00\x00\x00cuda:0")
            new.writestr(item.filename, data)


def trigger():
    checkpoint()
    torch.load("model.pt")


def fixed():
    checkpoint()
    torch.load("model.pt", map_location="cpu")
