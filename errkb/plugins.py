"""What extends errkb: the built-in parsers, and those that installed packages offer.

A package offers parsers with an entry point in the group `errkb` that names a module with a function
`errkb_parsers() -> list[Parser]`. Looking entry points up costs time on every start and runs other people's code, so
it happens only when the user asks for it (`ERRKB_PLUGINS=1`); the built-ins alone need no plugin machinery.
"""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Parser
from errkb.parse import BUILTIN

__all__ = ["parsers"]


def parsers(*, entry_points: bool) -> Sequence[Parser]:
    """Return the parsers in the order the reader asks them: those of plugins first, then the built-in ones."""
    if not entry_points:
        return BUILTIN
    import pluggy

    manager = pluggy.PluginManager("errkb")
    specification = pluggy.HookspecMarker("errkb")

    class Hooks:
        """The hooks a plugin may implement."""

        @specification
        def errkb_parsers(self) -> list[Parser]:
            """Return parsers."""
            raise NotImplementedError

    manager.add_hookspecs(Hooks)
    manager.load_setuptools_entrypoints("errkb")
    offered: list[list[Parser]] = manager.hook.errkb_parsers()
    return [*(parser for group in offered for parser in group), *BUILTIN]
