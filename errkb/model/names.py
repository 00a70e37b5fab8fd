"""Names of classes and functions as programs qualify them: by dots, `::`, backslashes, arrows, `#`."""

from __future__ import annotations

import re

__all__ = ["bare_name"]

_QUALIFIED = re.compile(r"\.|::|\\|->|#")


def bare_name(name: str) -> str:
    """Return a name without what it belongs to: `Error` of `pkg.Error`, `Gem::Error`, `Ns\\Error`; `f` of `X->f`."""
    return _QUALIFIED.split(name)[-1]
