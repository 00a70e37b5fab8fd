"""Redaction: private values out of whatever leaves this machine, the same value always by the same placeholder.

rules       what a private value looks like: tokens and keys, addresses, hosts, people, home folders
names       values that one place gave away, found at all others
redactor    text -> text with `<email-1>`, `<secret-2>` in place of them
"""

from __future__ import annotations

from errkb.redact.redactor import Redactor

__all__ = ["Redactor"]
