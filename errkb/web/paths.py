"""Where each page is, below the root of the site, on the server as on a static host.

A page is a folder with an `index.html`, which every static host serves under the folder's name. Names of people are put
into a form that is the same in a URL and as the name of a file, on every system: what is not a letter, a digit, `.`,
`_` or `-` of ASCII becomes `~` and the hexadecimal value of each byte.
"""

from __future__ import annotations

import re

__all__ = [
    "ABOUT",
    "FAMILIES",
    "HOME",
    "REPOS",
    "SEARCH",
    "TAGS",
    "api_path",
    "error_path",
    "family_path",
    "repo_path",
    "segment",
    "tag_path",
]

HOME, REPOS, FAMILIES, TAGS, SEARCH, ABOUT = "", "repos/", "families/", "tags/", "search/", "about/"

_ODD = re.compile(r"[^A-Za-z0-9._-]|\A\.|\.\Z")  # Windows drops a dot at the end of a name
_RESERVED = re.compile(r"(?i)(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|\Z)")
"""Names of devices on Windows."""
_LONGEST = 200
"""Bytes of a name; file systems allow 255."""


def segment(name: str) -> str:
    """Return a name as one part of a path; different names stay different."""
    found = _ODD.sub(_escaped, name)
    if _RESERVED.match(found):
        found = f"~{ord(found[0]):02x}{found[1:]}"
    if len(found) > _LONGEST:
        from hashlib import blake2b

        mark = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
        found = f"{found[: _LONGEST - len(mark) - 1]}~{mark}"
    return found


def error_path(repo: str, slug: str) -> str:
    """Return the path of a record's page."""
    return f"errors/{_repo(repo)}/{segment(slug)}/"


def repo_path(repo: str, page: int = 1) -> str:
    """Return the path of one page of a repository's records."""
    return f"repos/{_repo(repo)}/" + (f"{page}/" if page > 1 else "")


def family_path(slug: str) -> str:
    """Return the path of the article of a family."""
    return f"families/{segment(slug)}/"


def tag_path(tag: str, page: int = 1) -> str:
    """Return the path of one page of the records with a tag."""
    return f"tags/{segment(tag)}/" + (f"{page}/" if page > 1 else "")


def api_path(identifier: str, *, static: bool = False) -> str:
    """Return the path of a record as JSON; on a static host only the suffix says that it is JSON."""
    return f"api/errors/{identifier}" + (".json" if static else "")


def _repo(repo: str) -> str:
    owner, _, name = repo.partition("/")
    return f"{segment(owner)}/{segment(name)}"


def _escaped(match: re.Match[str]) -> str:
    return "".join(f"~{byte:02x}" for byte in match[0].encode("utf-8", "surrogatepass"))
