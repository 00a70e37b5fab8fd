"""The system around a program: shells, the kernel, services, and the tools of the command line."""

from __future__ import annotations

from errkb.hookspecs import Parser
from errkb.parse.form import FormParser
from errkb.parse.system import kernel, shell
from errkb.parse.system.oom import OomParser
from errkb.parse.system.oops import OopsParser

__all__ = ["PARSERS"]

PARSERS: tuple[Parser, ...] = (
    OomParser(),
    OopsParser(),
    FormParser("kernel", kernel.FORMS),
    FormParser("shell", shell.FORMS),
)
