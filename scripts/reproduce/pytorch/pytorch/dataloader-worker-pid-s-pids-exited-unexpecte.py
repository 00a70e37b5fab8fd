# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# ///
"""A worker is ended by the system."""

import os

from torch.utils.data import DataLoader


class Samples:
    def __init__(self, dies):
        self.dies = dies

    def __len__(self):
        return 4

    def __getitem__(self, index):
        if self.dies:
            os._exit(1)
        return index


def load(dies):
    for batch in DataLoader(Samples(dies), num_workers=1):
        pass


def trigger():
    load(dies=True)


def fixed():
    load(dies=False)
