"""Versions that a text names by itself: `vLLM API server version 0.10.2`, `Python 3.11.4 |`, `torch==2.3.0`."""

from __future__ import annotations

from collections.abc import Sequence

from errkb.model.event import Banner, Line
from errkb.parse.lazy import Lazy

__all__ = ["Banners"]

_MOST = 200
_LOOK = 400
"""Characters of a line in which a version can stand."""
_WORDS_NEAR = ("ersion", "==", "ython ", "ode.js", "pip ", "gent", "engine (v")
_VERSION = r"v?(?P<version>\d+(?:\.\d+)+(?:[-+.]?(?:a|b|rc|dev|post|alpha|beta|cu|rocm|cpu)[\w.]*)?(?:\+[\w.]+)?)"
_WORDS = Lazy(
    r"(?P<package>[A-Za-z][\w+-]*(?:\.[A-Za-z]\w*)?)(?: API server| Runtime| Compiler)?"
    rf"`? ?[Vv]ersion ?[:=]? ?{_VERSION}"
    rf"|(?P<package2>vLLM|LLM) engine \({_VERSION.replace('version', 'version2', 1)}\)"
)
_LINE = Lazy(r"\s*(?:\[(?:pip3|conda)\] |[-*] )?(?P<package>[A-Za-z][\w.-]*)==(?P<version>\d[\w.+!-]*)\s*$")
_PROGRAMS = r"Python|CPython|Node\.js|pip|npm|rustc|cargo|go version go|GCC|gcc|ruby|PHP|pytest-|torch"
_PROGRAM = Lazy(rf"(?:^|(?<=[\s(]))(?P<package>{_PROGRAMS}) ?{_VERSION}(?=[\s|,)\]]|$)")
_AGENT = Lazy(r"(?P<package>axios|python-requests|node-fetch|okhttp|curl|aiohttp)/(?P<version>\d+(?:\.\d+)+)")
_NAMES = {
    "pytorch": "torch",
    "node.js": "node",
    "nodejs": "node",
    "vllm": "vllm",
    "llm": "vllm",
    "go version go": "go",
    "pytest-": "pytest",
    "cpython": "python",
    "scikit-learn": "scikit-learn",
}
_NOT_PACKAGES = frozenset(
    {
        "api",
        "app",
        "file",
        "format",
        "is",
        "latest",
        "minimum",
        "module",
        "new",
        "of",
        "package",
        "project",
        "protocol",
        "required",
        "schema",
        "server",
        "the",
        "this",
        "to",
        "tls",
        "with",
        "current",
        "a",
        "and",
        "available",
        "binary",
        "build",
        "compiler",
        "conf",
        "config",
        "driver",
        "installed",
        "kernel",
        "major",
        "release",
        "supported",
        "target",
        "your",
        "zone",
        "host",
        "http",
    }
)
"""Words before `version` that name nothing."""


class Banners:
    """Collects the versions in order, each once; names are lower-case and as packages are installed (`torch`)."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], Banner] = {}

    @property
    def found(self) -> list[Banner]:
        """Return what was found so far."""
        return list(self._found.values())

    def look(self, lines: Sequence[Line]) -> None:
        """Look for versions on some more lines."""
        together = "\n".join([line.text for line in lines])
        if not any(map(together.__contains__, _WORDS_NEAR)):
            return
        for line in lines:
            if len(self._found) >= _MOST:
                return
            text = line.text
            if not any(map(text.__contains__, _WORDS_NEAR)):
                continue
            for package, version in _versions(text[:_LOOK]):
                self._found.setdefault((package, version), Banner(package, version, line.number))


def _versions(text: str) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    if "ersion" in text or "engine (" in text:
        pairs += [(m["package"] or m["package2"], m["version"] or m["version2"]) for m in _WORDS.finditer(text)]
    if "==" in text and (pinned := _LINE.match(text)):
        pairs.append((pinned["package"], pinned["version"]))
    pairs += [(match["package"], match["version"]) for match in _PROGRAM.finditer(text)]
    if "/" in text:
        pairs += [(match["package"], match["version"]) for match in _AGENT.finditer(text)]
    named = [(_NAMES.get(name.strip().lower(), name.strip().lower()), version) for name, version in pairs]
    return [(name, version) for name, version in named if name not in _NOT_PACKAGES]
