# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "triton==3.5.1", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# captures = {count = "0", active_drivers = "[]"}
# ///
"""A kernel is started where there is no graphics card."""


def trigger():
    import triton

    triton.runtime.driver.active.get_current_device()


def fixed():
    import torch

    print("device:", "cuda" if torch.cuda.is_available() else "cpu: the eager operators are used")
