"""The command line: parse arguments, call one `KnowledgeBase` method, print what it answers.

One module per command; only the module of the command asked for is imported (`errkb.cli.app`).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NoReturn

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run errkb and exit: 0 matched or clean, 1 nothing matched or findings, 2 an error, 130 interrupted."""
    try:
        from errkb.cli.edge import run  # here, so that Ctrl-C during the imports is quiet too

        status = run(sys.argv[1:] if arguments is None else list(arguments))
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)
