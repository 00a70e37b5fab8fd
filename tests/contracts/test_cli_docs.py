"""Every command and every option says what it is for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from errkb.cli.app import COMMANDS, command


def commands() -> Iterator[tuple[str, Any, Any]]:
    """Yield name, command and context of every command and subcommand."""
    root = command()
    stack = [("errkb", root, root.make_context("errkb", [], resilient_parsing=True))]
    while stack:
        name, found, context = stack.pop()
        yield name, found, context
        for inner in found.list_commands(context) if hasattr(found, "list_commands") else ():
            child = found.get_command(context, inner)
            stack.append((f"{name} {inner}", child, child.make_context(inner, [], context, resilient_parsing=True)))


ALL = list(commands())


def test_all_commands_are_there():
    """The commands of the group are the ones the documentation promises."""
    assert {name for name, _, _ in ALL} == {
        "errkb",
        *(f"errkb {name}" for name in COMMANDS),
        "errkb site build",
        *(f"errkb sources {name}" for name in ("list", "add", "remove", "disable", "enable", "pin", "unpin", "prune")),
    }


@pytest.mark.parametrize(("name", "found", "context"), ALL, ids=[name for name, _, _ in ALL])
def test_everything_has_help(name, found, context):
    """Command, arguments and options have help; the first sentence fits the list of commands."""
    assert found.help, name
    first = found.help.split("\n\n")[0]
    assert first.endswith("."), name
    if name != "errkb":
        assert len(first) <= 62, name
    for parameter in found.get_params(context):
        assert parameter.help, f"{name} {parameter.name}"


@pytest.mark.parametrize(("name", "found", "context"), ALL, ids=[name for name, _, _ in ALL])
def test_global_options_everywhere(name, found, context):
    """`--kb`, `--debug` and `--help` are accepted by every command."""
    options = {option for parameter in found.get_params(context) for option in parameter.opts}
    assert {"--kb", "--debug", "--help"} <= options
