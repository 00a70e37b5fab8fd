"""Reading: text -> `ParseResult`. One module per shape; `BUILTIN` lists the parsers in the order they are asked."""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Parser
from errkb.model.event import ParseResult
from errkb.model.text import Text
from errkb.parse import gpu, interpreter, managed, native, reader, stores, system, tools
from errkb.parse.aside import AsideParser
from errkb.parse.form import FormParser
from errkb.parse.message import MessageParser
from errkb.parse.notebook import NotebookParser
from errkb.parse.panel import PanelParser
from errkb.parse.python import PythonParser
from errkb.parse.reader import Reader
from errkb.parse.testrun import TestRunParser
from errkb.parse.tracker import TrackerParser
from errkb.parse.warning import WarningParser

__all__ = ["BUILTIN", "Reader", "parse"]

_SHAPES: tuple[Parser, ...] = (
    AsideParser(),
    PanelParser(),
    NotebookParser(),
    TestRunParser(),
    PythonParser(),
    TrackerParser(),
    WarningParser(),
    FormParser("interpreter", interpreter.FORMS),
    *managed.PARSERS,
    *native.PARSERS,
    *gpu.PARSERS,
    *system.PARSERS,
    *stores.PARSERS,
    *tools.PARSERS,
)
BUILTIN: tuple[Parser, ...] = (*_SHAPES, MessageParser(_SHAPES))
"""Shapes that tell more come first; the last one takes any single line that looks like an error."""


def parse(text: Text, parsers: Sequence[Parser] = BUILTIN) -> ParseResult:
    """Return the events, banners and lines of a text."""
    return reader.parse(text, parsers)
