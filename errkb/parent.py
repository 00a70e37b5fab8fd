"""A worker process ends with the process that started it, also with one that was killed: it would work on or wait."""

from __future__ import annotations

import os
import threading
from multiprocessing import parent_process
from typing import Any

__all__ = ["end_with_parent"]


def end_with_parent() -> None:
    """Let this process, one of `multiprocessing`, end as soon as its parent has."""
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent,), daemon=True).start()


def _follow(parent: Any) -> None:
    parent.join()
    os._exit(1)
