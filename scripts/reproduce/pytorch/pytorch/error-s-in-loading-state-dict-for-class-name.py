# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# captures = {class_name = "Net"}
# ///
"""A checkpoint of a model that ran on several devices."""

import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.head = torch.nn.Linear(2, 1)


state = {f"module.{key}": value for key, value in Net().state_dict().items()}


def trigger():
    Net().load_state_dict(state)


def fixed():
    Net().load_state_dict({key.removeprefix("module."): value for key, value in state.items()})
