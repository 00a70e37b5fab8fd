"""How much of a source file is read."""

from __future__ import annotations

__all__ = ["MAX_BYTES"]

MAX_BYTES = 4_000_000
"""Larger files are tables of data, or hostile."""
