"""The system around a program: shells, the kernel, services, and the tools of the command line."""

from __future__ import annotations

from errkb.hookspecs import Parser
from errkb.parse.form import FormParser
from errkb.parse.system import shell

__all__ = ["PARSERS"]

PARSERS: tuple[Parser, ...] = (FormParser("shell", shell.FORMS),)
