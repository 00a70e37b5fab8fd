# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# ///
"""The rank is asked for in a single process."""

import torch.distributed as dist


def trigger():
    dist.get_rank(dist.group.WORLD)
    dist.barrier()


def fixed():
    if dist.is_initialized():
        dist.barrier()
