"""One phrase that says what a script reproduced a record with."""

from __future__ import annotations

from errkb.model.match import RecordDict

__all__ = ["reproduced"]

MOST_PACKAGES = 1
"""What a script declares first is what the record is about."""


def reproduced(verified: RecordDict | None) -> str:
    """Return `reproduced with pandas 2.3.1 on Python 3.11`, or nothing if no script has reproduced the record."""
    if not verified:
        return ""
    packages = list((verified.get("packages") or {}).items())[:MOST_PACKAGES]
    named = ", ".join(f"{name} {version}" for name, version in packages)
    python = ".".join((verified.get("python") or "").split(".")[:2])
    return "reproduced" + (f" with {named}" if named else "") + (f" on Python {python}" if python else "")
