"""`errkb.cli.lean`: values are read without pydantic, and read right."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import pytest
import typer
from typer.main import get_command

from errkb.cli.lean import Command


class Colour(StrEnum):
    """A choice."""

    RED = "red"


@pytest.fixture
def received():
    """Run a command with all kinds of values errkb takes, and return what it received."""
    seen: dict[str, object] = {}
    app = typer.Typer(add_completion=False)

    @app.command(cls=Command)
    def command(
        words: Annotated[list[str] | None, typer.Argument()] = None,
        path: Path | None = None,
        colour: Colour = Colour.RED,
        number: Annotated[int, typer.Option(min=1, max=9)] = 3,
        flag: bool = False,
    ) -> None:
        seen.update(words=words, path=path, colour=colour, number=number, flag=flag)

    def run(*arguments: str) -> dict[str, object]:
        get_command(app).main(list(arguments), standalone_mode=False)
        return seen

    return run


def test_values(received):
    """Each kind of value arrives in its type; what is not given has its default."""
    assert received() == {"words": None, "path": None, "colour": Colour.RED, "number": 3, "flag": False}
    given = received("a", "b", "--path", "/x", "--colour", "red", "--number", "9", "--flag")
    assert given == {"words": ["a", "b"], "path": Path("/x"), "colour": Colour.RED, "number": 9, "flag": True}
    assert isinstance(given["path"], Path)
    assert isinstance(given["colour"], Colour)


@pytest.mark.parametrize("arguments", [["--number", "10"], ["--number", "x"], ["--colour", "blue"], ["--number"]])
def test_wrong_values(received, arguments):
    """A wrong value is refused with Typer's own message."""
    with pytest.raises(Exception, match=r"number|colour|range|valid|red|argument|less") as caught:
        received(*arguments)
    assert caught.value.exit_code == 2
