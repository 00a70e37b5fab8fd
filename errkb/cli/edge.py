"""The edge of the program: the one place where errors become `error: …`, `hint: …` and an exit status."""

from __future__ import annotations

import sys
import traceback
from contextlib import suppress
from typing import Any

from errkb.cli.output import complain, write
from errkb.errors import ErrkbError
from errkb.normalize import printable

__all__ = ["run"]

INTERRUPTED = 130
"""128 + SIGINT, as shells report it."""


def run(arguments: list[str]) -> int:
    """Run one command and return its exit status."""
    debug = "--debug" in arguments[: arguments.index("--") if "--" in arguments else None]
    try:
        from errkb.cli.app import command

        status = command().main(arguments, prog_name="errkb", standalone_mode=False)
        if sys.stdout is not None:
            write("")  # help is still buffered: better to fail here than while the interpreter ends
    except ErrkbError as error:
        return _report(error, debug, error.message, error.where, error.hint)
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:  # of this machine, not of errkb: a full disk, a folder that cannot be read
        with suppress(ErrkbError):
            write("")  # what cannot be written is let go of, or the interpreter fails on it again while it ends
        where = None if error.filename is None else str(error.filename)
        return _report(error, debug, error.strerror or str(error), where, None)
    except Exception as error:  # whatever it is, the reader gets a sentence and a way to report it
        if hasattr(error, "format_message"):  # typer's own: wrong option, missing argument
            return _report(error, debug, *_usage(error))
        if type(error).__name__ == "Abort":
            return INTERRUPTED
        message = f"internal error: {type(error).__name__}: {error}"
        hint = "please report it, with the command and what it prints when `--debug` is added"
        return _report(error, debug, message, None, hint)
    return status if isinstance(status, int) else 0


def _report(error: BaseException, debug: bool, message: str, where: str | None, hint: str | None) -> int:
    if debug:
        complain(_clean("".join(traceback.format_exception(error)).rstrip("\n")))
    complain(_clean(f"error: {where}: {message}" if where else f"error: {message}"))
    if hint:
        complain(_clean(f"hint: {hint}"))
    return 2


def _usage(error: Any) -> tuple[str, None, str]:
    """Return message, place and hint of a usage error, worded like our own."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "errkb"
    message = str(error.format_message()).rstrip(".").replace("Value error, ", "")
    hint = f"{command} --help"
    if command == "errkb explain" and message.lower().startswith("no such option"):
        hint += "; a text that begins with a dash goes after `--`"
    return message[:1].lower() + message[1:], None, hint


def _clean(text: str) -> str:
    return "\n".join(printable(line) for line in text.split("\n"))
