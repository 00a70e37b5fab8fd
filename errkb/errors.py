"""Every error errkb raises on purpose.

    ErrkbError                 what went wrong, where, and what to do about it
    ├── InputError             what the user gave cannot be read (missing file, directory, too large, not text)
    ├── UsageError             the request itself makes no sense (unknown record, bad SQL, option clash)
    ├── DatasetError           records or drafts that break the contract
    ├── KnowledgeBaseError     the knowledge base cannot be built, opened or switched
    │   └── ReadOnlyHomeError  its folder cannot be written
    └── MissingExtraError      an optional dependency is not installed

A front end prints `error: {message}` with the place, then `hint: {hint}`, and exits with 2.
"""

from __future__ import annotations

__all__ = [
    "DatasetError",
    "ErrkbError",
    "InputError",
    "KnowledgeBaseError",
    "MissingExtraError",
    "ReadOnlyHomeError",
    "UsageError",
]


class ErrkbError(Exception):
    """An error with a place and a way out.

    `message` says what is wrong, `where` names a file, line or JSON pointer, `hint` says what to do next.
    """

    def __init__(self, message: str, *, where: str | None = None, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.where = where
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.where}: {self.message}" if self.where else self.message


class InputError(ErrkbError):
    """What the user gave cannot be read."""


class UsageError(ErrkbError):
    """The request itself makes no sense."""


class DatasetError(ErrkbError):
    """Records break the contract."""


class KnowledgeBaseError(ErrkbError):
    """The knowledge base cannot be built, opened or switched."""


class ReadOnlyHomeError(KnowledgeBaseError):
    """The folder of the knowledge base cannot be written; another folder may do."""


class MissingExtraError(ErrkbError):
    """A feature needs an optional dependency that is not installed."""
