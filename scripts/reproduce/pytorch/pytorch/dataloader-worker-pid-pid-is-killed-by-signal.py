# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# ///
"""A worker is killed, as the kernel does when memory runs out."""

import os
import signal

from torch.utils.data import DataLoader


class Samples:
    def __init__(self, dies):
        self.dies = dies

    def __len__(self):
        return 4

    def __getitem__(self, index):
        if self.dies:
            os.kill(os.getpid(), signal.SIGKILL)
        return index


def trigger():
    for batch in DataLoader(Samples(dies=True), num_workers=1):
        pass


def fixed():
    for batch in DataLoader(Samples(dies=False), num_workers=0):
        pass
