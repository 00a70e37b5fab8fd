"""Python source: what it raises, warns of, logs as an error or exits with.

telling words -> thin (and trim) -> parse -> walk (with `texts`) -> facts of a file;
facts of all files -> link -> located errors
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from errkb.harvest.python.link import link
from errkb.harvest.python.read import read
from errkb.model.located import Facts, Located

__all__ = ["Python", "link", "read"]


class Python:
    """Harvests `.py` files by syntax tree with light data flow."""

    name = "python"
    version = 2
    suffixes = (".py",)

    def read(self, path: str, text: str) -> Facts:  # noqa: ARG002
        """Return the calls of a file that print an error, and its exception classes. Raises `UnreadableError`."""
        return read(text)

    def link(self, facts: Mapping[str, Facts]) -> Iterator[Located]:
        """Return the located errors of a project, by path and line."""
        return link(facts)
