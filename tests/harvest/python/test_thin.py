"""Thinned source gives the sites that whole source gives."""

from __future__ import annotations

import textwrap
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errkb.harvest.python import link, read
from errkb.harvest.python import thin as thinning
from errkb.harvest.python.telling import CALLS, positions, statements
from errkb.harvest.python.thin import thin

STATEMENTS = [
    "x = foo(1)",
    "y = {\n    'a': 1,\n}",
    "msg = 'some text here'",
    "raise ValueError(msg)",
    "raise TypeError(f'bad {x} here')",
    "warnings.warn('this is old')",
    "return x",
    'doc = """\nraise nothing\n  unindented\n"""',
    "call(\n    a,\n    b,\n)",
    "# a comment: raise\npass",
    "raise OwnError('text of its own')",
    "x = [\n    a for a in b\n    if a[\n        1:\n    ]\n]",
    "z = (\n    1\n    if x else lambda:\n    2\n)",
    "text = '''\nif x:\n  a line of the message\n'''\nraise ValueError(text)",
    '"""Not a message."""',
    "result = 'some result'\nraise ValueError(result)",
]
HEADS = [
    "if x:",
    "if x(\n    a,\n) and y:",
    "if (\n    a\n    and b\n):",
    "if x == 'a: # b':  # c:",
    "if x == '''a:\n  b''':",
    "for y in [\n    a for a in b\n    if a]:",
    "for y in x:",
    "with open(x) as f:",
    "while f(x[1:]):",
]


@st.composite
def blocks(draw: Any, depth: int = 0) -> str:
    lines: list[str] = []
    for _ in range(draw(st.integers(1, 4))):
        if depth < 3 and draw(st.integers(0, 3)) == 0:
            head = draw(st.sampled_from([*HEADS, "try:"]))
            lines += [head, textwrap.indent(draw(blocks(depth + 1)), "    ")]
            if head == "try:":
                lines += ["except E:", textwrap.indent(draw(blocks(depth + 1)), "    ")]
            elif head.startswith("if") and draw(st.booleans()):
                lines += ["else:", textwrap.indent(draw(blocks(depth + 1)), "    ")]
        else:
            lines.append(draw(st.sampled_from(STATEMENTS)))
    return "\n".join(lines)


@st.composite
def modules(draw: Any) -> str:
    parts = []
    for number in range(draw(st.integers(1, 4))):
        body = textwrap.indent(draw(blocks()) + "\npass", "    ")
        decorator = draw(st.sampled_from(["", "@wraps\n", "@wraps(\n    x,\n)\n"]))
        function = f"{decorator}def f{number}(x, y=1):\n{body}\n"
        parts.append(f"class A{number}:\n{textwrap.indent(function, '    ')}" if draw(st.booleans()) else function)
    return "\n".join(parts)


@given(modules())
def test_thinning_loses_nothing(source: str) -> None:
    """Whatever is left out, the same errors are found at the same lines as in the whole file."""
    slim = list(link({"pkg/a.py": read(source)}))
    with pytest.MonkeyPatch.context() as patch:

        def whole(text: str, wanted: list[int]) -> Any:
            found = thinning.thin(text, wanted)
            found.source = text
            return found

        import importlib

        patch.setattr(importlib.import_module("errkb.harvest.python.read"), "thin", whole)
        full = list(link({"pkg/a.py": read(source)}))
    assert slim == full


@given(modules())
def test_lines_stay(source: str) -> None:
    """The thinned source has the lines of the whole one, and still parses."""
    import ast

    slim = thin(source, sorted([*positions(source, CALLS), *statements(source)])).source
    assert slim.count("\n") == source.count("\n")
    ast.parse(slim)
