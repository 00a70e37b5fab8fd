"""What a harvest reads and what it finds: source files of a project, and the places in them that raise an error."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

__all__ = ["Facts", "Located", "Project", "Severity", "Skipped", "SourceFile", "UnreadableError"]
Facts = dict[str, Any]
"""What one file says, as JSON data: it is kept in a cache and passed between processes."""

Severity = Literal["critical", "error", "warning"]


@dataclass(slots=True, frozen=True)
class SourceFile:
    """One file of a project: its path within the project, and where its bytes are.

    `state` changes when the file does (size and modification time on disk, size and checksum in an archive); `data` is
    filled for what has no place of its own on disk.
    """

    path: str
    location: Path | None
    size: int
    state: str
    data: bytes | None = None


@dataclass(slots=True, frozen=True)
class Skipped:
    """A file or a folder that was not read, and the rule or the fault that kept it out."""

    path: str
    reason: str


@dataclass(slots=True, frozen=True)
class Project:
    """What source belongs to: a distribution, a checkout, an archive.

    `repo` is `owner/name`; `commit` is known for a checkout only; `package` is the name it is installed by and
    `import_name` the folder seen in stack frames.
    """

    name: str
    repo: str
    version: str | None = None
    commit: str | None = None
    package: str | None = None
    import_name: str | None = None
    ecosystem: str = "none"
    root: Path | None = None
    on_disk: bool = False
    """Its files lie below `root` as they are: nothing has to be read to see whether one has changed."""


@dataclass(slots=True, frozen=True)
class Located:
    """A place in source that raises, warns, logs or exits, with the message as far as the source tells it.

    `message` is a template, empty where the source gives none; `cls` is the class as a program prints it; `function`
    the enclosing function with its class. `raised` are further places (line, function) that the error passes on its
    way out, the one that holds the `raise` first; `triggers` are public names that lead there.
    """

    path: str
    line: int
    message: str
    cls: str | None
    function: str | None
    kind: str
    severity: Severity = "error"
    code: str | None = None
    status: int | None = None
    raised: tuple[tuple[int, str | None], ...] = ()
    triggers: tuple[str, ...] = ()
    pattern: str | None = None
    """That of the message, where braces of its text would be taken for placeholders."""


class UnreadableError(Exception):
    """A file that a harvester cannot read; the text is the reason."""
