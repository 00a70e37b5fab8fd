"""The `errkb` command: a group that imports the module of a command when it is asked for.

Each command module holds `app`, a Typer app of its own. The global options `--kb` and `--debug` belong to the group and
are accepted before and after the command's name.
"""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from keyword import iskeyword
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.main import get_command

from errkb.cli.lean import Group
from errkb.cli.options import Globals, command_app
from errkb.cli.output import write
from errkb.errors import UsageError

__all__ = ["COMMANDS", "command"]

COMMANDS = (
    "explain",
    "triage",
    "watch",
    "run",
    "show",
    "search",
    "parse",
    "build",
    "sources",
    "export",
    "import",
    "sql",
    "info",
    "doctor",
    "lint",
    "new",
    "draft",
    "reproduce",
    "harvest",
    "refresh",
    "sync",
    "serve",
    "site",
)


class LazyGroup(Group):
    """A group whose commands are modules of `errkb.cli`."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """Return the names of all commands, the most used first."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command, or raise `UsageError` with what was probably meant."""
        if cmd_name not in COMMANDS:
            if ctx.resilient_parsing:  # shell completion
                return None
            close = get_close_matches(cmd_name, COMMANDS, n=1)
            explain = f'to explain a text: errkb explain "{cmd_name[:40]}"'
            meant = f"errkb {close[0]}" if close else f"errkb --help; {explain}"
            raise UsageError(f"there is no command {cmd_name[:80]!r}", hint=meant)
        module = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name
        found = get_command(import_module(f"errkb.cli.{module}").app)
        found.name = cmd_name
        return found


def _keep_kb(context: typer.Context, value: Path | None) -> None:
    if value is not None:
        context.ensure_object(Globals).kb = value


def _keep_debug(context: typer.Context, value: bool) -> None:
    if value:
        context.ensure_object(Globals).debug = True


def _version(value: bool) -> None:
    if value:
        from errkb import __version__

        write(f"errkb {__version__}\n")
        raise typer.Exit


app = command_app(LazyGroup, name="errkb")


@app.callback(invoke_without_command=True)
def errkb(
    context: typer.Context,
    kb: Annotated[  # noqa: ARG001
        Path | None,
        typer.Option(
            "--kb",
            metavar="PATH",
            callback=_keep_kb,
            expose_value=False,
            help="Use this prebuilt knowledge base (made by `errkb build --out`); also ERRKB_KB.",
        ),
    ] = None,
    debug: Annotated[  # noqa: ARG001
        bool,
        typer.Option("--debug", callback=_keep_debug, expose_value=False, help="Show the traceback of an error."),
    ] = False,
    version: Annotated[  # noqa: ARG001
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit."),
    ] = False,
) -> None:
    """Paste an error, get the right record: what it means and how to fix it, offline.

    Start with: errkb explain "ValueError: …", or pipe a log into `errkb explain`.
    """
    context.ensure_object(Globals)
    if context.invoked_subcommand is None:
        write(context.get_help() + "\n")


def command() -> Any:
    """Return the command to run."""
    return get_command(app)
