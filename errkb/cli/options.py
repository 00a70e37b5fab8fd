"""What several commands share: the global options, output formats, opening the knowledge base."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from errkb.cli.lean import Group
from errkb.cli.output import complain
from errkb.normalize import printable
from errkb.settings import Settings

if TYPE_CHECKING:
    from errkb.kb import KnowledgeBase
    from errkb.render.screen import Screen

__all__ = ["Globals", "Limit", "Repo", "TextFormat", "command_app", "open_kb", "screen", "settings"]

NOTICE_AFTER = 0.5
"""Seconds of silence before a first run says what it is doing."""


@dataclass(slots=True)
class Globals:
    """The values of the global options."""

    kb: Path | None = None
    debug: bool = False


class TextFormat(StrEnum):
    """Output for people or for programs."""

    TEXT = "text"
    JSON = "json"


Repo = Annotated[str | None, typer.Option("--repo", metavar="OWNER/NAME", help="Only records of this repository.")]
Limit = Annotated[int, typer.Option("--limit", "-n", min=1, max=1000, help="At most this many.")]


def command_app(group: type[Group] = Group, **options: Any) -> typer.Typer:
    """Return a Typer app with errkb's ways: no completion set-up, plain help, our own errors."""
    return typer.Typer(
        cls=group,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        **options,
    )


def settings(context: typer.Context) -> Settings:
    """Return the settings of this run: the environment, then `--kb`."""
    found = Settings.from_environment()
    prebuilt = context.ensure_object(Globals).kb
    return replace(found, kb=prebuilt) if prebuilt else found


@contextmanager
def open_kb(context: typer.Context) -> Iterator[KnowledgeBase]:
    """Open the knowledge base for one command, and pass its warnings on to the reader.

    It is built when it is first asked; on a terminal a first build that takes noticeable time says so.
    """
    from errkb.kb import KnowledgeBase

    wanted = settings(context)
    with KnowledgeBase.open(wanted) as kb:
        try:
            with _notice(wanted):
                yield kb
        finally:
            for warning in dict.fromkeys(kb.warnings):
                complain(printable(f"warning: {warning}"))


def screen() -> Screen:
    """Return the screen behind standard output."""
    from errkb.render.screen import Screen

    return Screen.of(sys.stdout, os.environ)


@contextmanager
def _notice(wanted: Settings) -> Iterator[None]:
    if wanted.kb or (wanted.home / "segments").exists() or sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    from threading import Timer

    timer = Timer(NOTICE_AFTER, complain, ["building the knowledge base (first run)…"])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
