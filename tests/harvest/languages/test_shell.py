"""Shell: one row for each construct."""

from __future__ import annotations

import pytest

CONSTRUCTS = {
    "echo": ('echo "no such file: $name" >&2', "log", "no such file: ${name}"),
    "descriptor": ("echo 'cannot go on' 1>&2", "log", "cannot go on"),
    "redirection first": ('>&2 echo "cannot go on: ${why:-none}"', "log", "cannot go on: ${why}"),
    "device": ('echo -e "cannot go on" > /dev/stderr', "log", "cannot go on"),
    "printf": ("printf 'no %s at %d\\n' \"$kind\" 3 >&2", "log", "no %s at 3"),
    "heredoc": ("cat >&2 <<EOF\nUsage: run this\nEOF", "log", "Usage: run this"),
    "variable": ('message="no $kind"; echo "$message here" >&2', "log", "no ${kind} here"),
    "argument behind": ('echo >&2 "no such file: $name"', "log", "no such file: ${name}"),
    "function of elsewhere": ('my_echo >&2 "cannot go on"', "log", "cannot go on"),
    "after a test": ('quiet || echo "cannot go on" >&2', "log", "cannot go on"),
    "escapes": (r'echo "the \"$name\" costs \$1 \\o/" >&2', "log", r'the "${name}" costs $1 \o/'),
    "several lines": ('echo "cannot go on\n$name\nat all" >&2', "log", "cannot go on\n${name}\nat all"),
    "before an exit": ('echo "cannot go on: $why"; exit 1', "exit", "cannot go on: ${why}"),
    "die of elsewhere": ('[ -n "$x" ] || die "x must be set"', "fail", "x must be set"),
    "unset variable": (': "${HOME:?HOME must be set}"', "exit", "HOME: HOME must be set"),
}


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_constructs(name: str, located) -> None:
    """Each construct is found once, with its kind and message."""
    source, kind, message = CONSTRUCTS[name]
    found = located(".sh", f"#!/bin/sh\nrun() {{\n{source}\n}}\n")
    assert [(one.line, one.kind, one.message, one.function) for one in found] == [(3, kind, message, "run")]


def test_own_functions(located) -> None:
    """A function that prints its arguments gives a place for each call; what goes to standard output is none."""
    source = """
    die() {
      echo "error: $*" >&2
      exit 1
    }
    [ -d "$1" ] || die "no folder $1" here
    echo "all is well"
    exit 0
    echo "$script"
    exit 2
    """
    found = located(".sh", source)
    assert [(one.line, one.message, one.raised) for one in found] == [
        (3, "error: ${*}", ()),
        (6, "error: no folder ${1} here", ((3, "die"),)),
    ]
