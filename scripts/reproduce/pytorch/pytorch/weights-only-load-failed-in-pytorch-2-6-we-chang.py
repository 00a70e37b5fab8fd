# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# ///
"""A file that pickle wrote."""

import pickle

import torch


class Features(dict):
    pass


with open("features.pkl", "wb") as file:
    pickle.dump([1.5, {1, 2}, bytearray(3), range(3)], file)


def trigger():
    torch.load("features.pkl")


def fixed():
    with open("features.pkl", "rb") as file:
        pickle.load(file)
