"""`kb.watch` and `kb.run`: text as it is written, and what is known of it told at once."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Thread

from errkb.errors import ErrkbError
from errkb.hookspecs import Parser
from errkb.live import Backlog, Notice, Tell, watch
from errkb.live.command import Command
from errkb.live.relay import Relay
from errkb.live.watcher import Explain
from errkb.source.logs.follow import Follower

__all__ = ["Say", "run_command", "watch_files", "watch_stream"]

Say = Callable[[str], None]
"""Gets a sentence about the watching itself."""
_SWITCH = 0.0005
"""Seconds after which the thread that looks makes way for those that pass on."""


def watch_stream(source: int, target: int | None, explain: Explain, parsers: Sequence[Parser], tell: Tell) -> None:
    """Watch what comes on a descriptor until it ends, and pass it on to another."""
    backlog = Backlog()
    relay = Relay("standard input", source, target, backlog, wait=True)
    relay.start()
    watch(backlog, explain, parsers, tell)
    relay.join()
    if relay.failure is not None and not isinstance(relay.failure, BrokenPipeError):
        raise ErrkbError(f"cannot pass on what was read: {relay.failure.strerror}")


def watch_files(
    paths: Sequence[Path], explain: Explain, parsers: Sequence[Parser], tell: Tell, say: Say, *, whole: bool
) -> None:
    """Follow files and watch what is written to them, until interrupted."""
    backlog = Backlog()
    backlog.open()
    follower = Follower(paths, partial(backlog.put, wait=True), say, whole=whole)
    follower.start()
    try:
        watch(backlog, explain, parsers, tell)
    finally:
        follower.stop()


def run_command(arguments: Sequence[str], explain: Explain, parsers: Sequence[Parser], tell: Tell, say: Say) -> int:
    """Run a command with its output passed through; return its exit status, -N if signal N ended it.

    Raises `NotStartedError`. Whatever goes wrong while its output is looked at, it runs to its end.
    """
    sys.setswitchinterval(_SWITCH)
    backlog = Backlog()
    command = Command(arguments, backlog)

    def told(notice: Notice) -> None:
        tell(replace(notice, in_line=command.in_line))

    with _looking(backlog, explain, parsers, told, say):
        status = command.wait(partial(say, "the command has ended, but something it started still writes: Ctrl-C ends"))
    for relay in command.relays:
        if relay.failure is not None and not isinstance(relay.failure, BrokenPipeError):
            say(f"its output could not be passed on: {relay.failure.strerror}")
    if backlog.lost:
        say(f"{backlog.lost / 1e6:,.1f} MB went by too fast to be looked at")
    return status


@contextmanager
def _looking(backlog: Backlog, explain: Explain, parsers: Sequence[Parser], tell: Tell, say: Say) -> Iterator[None]:
    """Look at what comes in a thread of its own, which ends when nothing more comes."""

    def look() -> None:
        try:
            watch(backlog, explain, parsers, tell)
        except Exception as error:  # the command goes on whatever happens here
            say(f"its output is not looked at any more: {error}")

    thread = Thread(target=look, name="errkb look", daemon=True)
    thread.start()
    yield
    thread.join()
