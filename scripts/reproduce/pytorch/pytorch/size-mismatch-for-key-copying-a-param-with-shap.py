# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# captures = {key = "head.weight"}
# ///
"""A checkpoint with another number of classes."""

import torch


class Net(torch.nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.body = torch.nn.Linear(4, 4)
        self.head = torch.nn.Linear(4, classes, bias=False)


state, model = Net(1000).state_dict(), Net(10)


def trigger():
    try:
        model.load_state_dict(state)
    except RuntimeError as error:
        print(str(error).splitlines()[-1])  # what people paste


def fixed():
    own = model.state_dict()
    model.load_state_dict({k: v for k, v in state.items() if v.shape == own[k].shape}, strict=False)
