"""What a project says of itself: name, version, repository and ecosystem, read from the manifest at its top.

Only text is read, nothing is evaluated: of a gemspec or a Gradle file that is the literals. A manifest that cannot be
understood says nothing.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from errkb.model.sidecar import Ecosystem

__all__ = ["MANIFESTS", "Manifest", "ecosystem_of", "manifest_of"]

_GITHUB = re.compile(r"(?:github\.com[/:]|^github:|^)([\w.-]{1,60}/[\w.-]{1,100}?)(?:\.git)?(?:[/#?].*)?$")
_GEM = re.compile(r"""^\s*\w+\.(name|version|homepage)\s*=\s*["']([^"']{1,200})["']""", re.MULTILINE)
_YAML = re.compile(r"^(name|version|homepage|  source_code_uri): (.{1,200})$|^  version: ([\w.]{1,60})$", re.MULTILINE)
_MODULE = re.compile(r"^module\s+(\S{1,300})", re.MULTILINE)
_XML = re.compile(r"<(parent|dependencies|build|groupId|artifactId|version|url)>(?:([^<]{1,300})</\1>)?")


@dataclass(slots=True, frozen=True)
class Manifest:
    """A package by the name its ecosystem installs it by; `repo` is `owner/name` on GitHub."""

    ecosystem: Ecosystem
    name: str | None = None
    version: str | None = None
    repo: str | None = None


def manifest_of(read: Callable[[str], bytes | None], names: list[str]) -> Manifest | None:
    """Return what the manifest among the names of the files at the top of a project says.

    `read` gives the bytes of one of them. Where several are there the first in `MANIFESTS` counts.
    """
    for pattern, ecosystem, understand in _KNOWN:
        name = next((name for name in names if re.fullmatch(pattern, name)), None)
        if name is None:
            continue
        try:
            said = understand((read(name) or b"").decode("utf-8", "replace"))
        except (ValueError, TypeError, AttributeError, KeyError, RecursionError):
            said = {}
        texts = {key: value for key, value in said.items() if isinstance(value, str) and value.strip()}
        return Manifest(ecosystem, texts.get("name"), texts.get("version"), _repo(texts.get("repo")))
    return None


def ecosystem_of(path: str) -> Ecosystem:
    """Return the ecosystem that a kind of archive belongs to by its name."""
    return next((ecosystem for end, ecosystem in _ARCHIVES.items() if path.endswith(end)), "pypi")


def _repo(address: str | None) -> str | None:
    found = _GITHUB.search(address.strip()) if address else None
    return found[1] if found is not None and (":" not in address or "github" in address) else None  # type: ignore[operator]


def _package_json(text: str) -> dict[str, Any]:
    said = dict(json.loads(text))
    repository = said.get("repository")
    return said | {"repo": repository.get("url") if isinstance(repository, dict) else repository}


def _composer(text: str) -> dict[str, Any]:
    said = dict(json.loads(text))
    return said | {"repo": (said.get("support") or {}).get("source") or said.get("homepage")}


def _cargo(text: str) -> dict[str, Any]:
    said = dict(tomllib.loads(text).get("package", {}))
    return said | {"repo": said.get("repository")}


def _pyproject(text: str) -> dict[str, Any]:
    said = dict(tomllib.loads(text).get("project", {}))
    urls = {key.lower(): url for key, url in (said.get("urls") or {}).items()}
    return said | {"repo": urls.get("source") or urls.get("repository") or urls.get("homepage")}


def _go(text: str) -> dict[str, Any]:
    found = _MODULE.search(text)
    name = found[1].strip('"') if found is not None else None
    return {"name": name, "repo": name if name is not None and name.startswith("github.com/") else None}


def _gemspec(text: str) -> dict[str, Any]:
    said = {found[1]: found[2] for found in _GEM.finditer(text)}
    return said | {"repo": said.get("homepage")}


def _gem(text: str) -> dict[str, Any]:
    """The metadata of a gem, which is YAML written by a program."""
    said: dict[str, Any] = {}
    for found in _YAML.finditer(text):
        key, value = (found[1].strip(), found[2]) if found[1] else ("version", found[3])
        if key == "version" and found[1]:  # an object, its text is on the next line
            continue
        said.setdefault(key, value.strip("'\" "))
    return said | {"repo": said.get("source_code_uri") or said.get("homepage")}


def _pom(text: str) -> dict[str, Any]:
    said: dict[str, str] = {}
    for found in _XML.finditer(re.sub(r"<parent>.*?</parent>", "", text[:200_000], count=1, flags=re.DOTALL)):
        if found[2] is None:
            break
        said.setdefault(found[1], found[2].strip())
    name = ":".join(said[key] for key in ("groupId", "artifactId") if key in said) or None
    return {"name": name, "version": said.get("version"), "repo": said.get("url")}


def _nothing(_: str) -> dict[str, Any]:
    return {}


_KNOWN: tuple[tuple[str, Ecosystem, Callable[[str], dict[str, Any]]], ...] = (
    (r"metadata", "rubygems", _gem),
    (r"pyproject\.toml", "pypi", _pyproject),
    (r"setup\.(?:py|cfg)|PKG-INFO|METADATA", "pypi", _nothing),
    (r"Cargo\.toml", "crates", _cargo),
    (r"go\.mod", "go", _go),
    (r"composer\.json", "packagist", _composer),
    (r"[\w.-]+\.gemspec", "rubygems", _gemspec),
    (r"pom\.xml", "maven", _pom),
    (r"build\.gradle(?:\.kts)?|build\.sbt", "maven", _nothing),
    (r"[\w.-]+\.(?:csproj|sln|nuspec)", "nuget", _nothing),
    (r"package\.json", "npm", _package_json),
)
MANIFESTS = re.compile("|".join(pattern for pattern, _, _ in _KNOWN))
"""Names of manifests."""
_ARCHIVES: dict[str, Ecosystem] = {".gem": "rubygems", ".crate": "crates", ".jar": "maven", ".nupkg": "nuget"}
