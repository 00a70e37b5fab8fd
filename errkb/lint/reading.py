"""What is found while a dataset is read, before any rule runs: the names of those findings and what each says.

They come from `errkb.dataset` (files and folders, JSON, shapes, the rules between fields) and keep a record out.
"""

from __future__ import annotations

__all__ = ["READING"]

READING = {
    "unreadable": "A file or folder that cannot be opened, or is not a regular file.",
    "too-large": "A file of more than 1 MiB: one file holds one record.",
    "not-utf8": "A file that is not UTF-8 text.",
    "invalid-json": "A file that is not JSON, or holds what other programs cannot read (NaN, too deep nesting).",
    "duplicate-key": "A key that stands twice in one object: the second would silently win.",
    "lone-surrogate": "Half of a surrogate pair, which no program can write as UTF-8.",
    "symlink": "A symbolic link that leads out of the records folder.",
    "file-place": "A file that does not stand where its repo and slug say.",
    "orphan-sidecar": "A sidecar without its record.",
    "missing-key": "A key of the shape that is not there; what is not known is null.",
    "unknown-key": "A key that the shape does not have.",
    "wrong-type": "A value of another JSON type than the shape says.",
    "wrong-value": "A value outside of what the shape allows.",
    "id": "The id is not the one of repo, code or message, and path.",
    "slug": "The slug is not the one of code or message, nor that with six characters of the id.",
    "pattern": "The pattern was not derived from the message, and is no regular expression the contract allows.",
    "pattern-foreign": "An allowed regular expression that was not derived from the message.",
    "window": "Start, end and line of the source window do not fit together.",
    "source": "The source text does not fit its window.",
    "url": "The permalink is not the one of repo, commit, path and lines.",
    "path": "A path or repository name that cannot be one.",
    "timestamp": "A date or time that does not exist.",
    "blank": "A text of blanks only; what is not known is null.",
    "duplicate-id": "Two records, or a former id and a record, with one id.",
    "duplicate-slug": "Two records of one repository with one slug.",
    "unneeded-exception": "An entry of `_exceptions.json` that suppresses nothing.",
}
"""Name and explanation."""
