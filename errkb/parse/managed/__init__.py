"""Languages that run on a machine of their own: JavaScript, Java and its kin, Go, .NET, Ruby, PHP, and their tools."""

from __future__ import annotations

from errkb.hookspecs import Parser
from errkb.parse.managed.javascript.stack import JavaScriptParser

__all__ = ["PARSERS"]

PARSERS: tuple[Parser, ...] = (JavaScriptParser(),)
"""In the order they are asked."""
