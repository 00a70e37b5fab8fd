# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# captures = {port = "29500", name = "EADDRINUSE"}
# ///
"""A second job with the same port."""

import socket

import torch.distributed as dist


def start(port):
    dist.init_process_group("gloo", init_method=f"tcp://127.0.0.1:{port}", rank=0, world_size=1)
    dist.destroy_process_group()


first = socket.create_server(("", 29500), family=socket.AF_INET)


def trigger():
    start(29500)


def fixed():
    start(29501)
