"""`Command` and `Group`: Typer's, with the global options accepted everywhere and values read without pydantic.

Recent versions of Typer convert every value through pydantic, whose import alone costs as much as a whole answer. The
few plain values errkb takes are converted here; anything else, a wrong value above all, is left to Typer and its
messages. Older versions have no such step and are left alone.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import Any, get_args, get_origin

from typer.core import TyperCommand, TyperGroup

__all__ = ["GLOBAL", "Command", "Group"]

GLOBAL = ("kb", "debug")
"""Options of the `errkb` group that every command takes too."""


class Command(TyperCommand):
    """A command of errkb."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the command's own parameters, then the global options."""
        return _parameters(super().get_params(ctx), ctx)


class Group(TyperGroup):
    """A group of commands."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the group's own parameters, then the global options."""
        return _parameters(super().get_params(ctx), ctx)


def _parameters(own: list[Any], context: Any) -> list[Any]:
    shared = [p for p in context.find_root().command.params if p.name in GLOBAL] if context.parent else []
    parameters = [*own[:-1], *shared, *own[-1:]]  # `--help` stays the last
    for parameter in parameters:
        usual = getattr(parameter, "get_runtime_param", None)
        if usual is not None and not isinstance(usual, _Plain):
            parameter.get_runtime_param = _Plain(parameter, usual)
    return parameters


class _Plain:
    """Stands in for Typer's converter of one parameter, and calls it when the value is not plain."""

    def __init__(self, parameter: Any, usual: Callable[[], Any]) -> None:
        self.annotation = parameter.type_descriptor.annotation
        self.bounds = (getattr(parameter, "min", None), getattr(parameter, "max", None))
        self.usual = usual

    def __call__(self) -> _Plain:
        return self

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the value in the type the command declares."""
        try:
            return self._convert(self.annotation, value)
        except ValueError:
            return self.usual().coerce(value, param=param, ctx=ctx)

    def _convert(self, annotation: Any, value: Any) -> Any:
        if get_origin(annotation) is list:
            return [self._convert(get_args(annotation)[0], item) for item in value or ()]
        if value is None or annotation is str:
            return value
        if annotation is Path:
            return Path(value)
        if annotation is int:
            return self._bounded(int(value))
        if isinstance(annotation, type) and issubclass(annotation, Enum):
            return annotation(value)
        raise ValueError(annotation)

    def _bounded(self, number: int) -> int:
        low, high = self.bounds
        if (low is not None and number < low) or (high is not None and number > high):
            raise ValueError(number)
        return number
