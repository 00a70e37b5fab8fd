"""Accelerators: CUDA and its libraries, NCCL, the NVIDIA driver, HIP."""

from __future__ import annotations

from errkb.hookspecs import Parser
from errkb.parse.form import FormParser
from errkb.parse.gpu.cuda import FORMS
from errkb.parse.gpu.nccl import NcclParser

__all__ = ["PARSERS"]

PARSERS: tuple[Parser, ...] = (NcclParser(), FormParser("gpu", FORMS))
