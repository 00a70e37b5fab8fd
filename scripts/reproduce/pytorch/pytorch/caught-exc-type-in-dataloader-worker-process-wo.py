# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# captures = {exc_type = "ValueError", worker_id = "0"}
# ///
"""One sample is broken, and a worker meets it."""

from torch.utils.data import DataLoader


class Samples:
    def __len__(self):
        return 4

    def __getitem__(self, index):
        if index == 2:
            raise ValueError("sample 2 has no picture")
        return index


def trigger():
    for batch in DataLoader(Samples(), num_workers=1):
        pass


def fixed():
    samples = Samples()
    for index in range(len(samples)):
        try:
            samples[index]
        except ValueError as error:
            print("left out:", index, error)
