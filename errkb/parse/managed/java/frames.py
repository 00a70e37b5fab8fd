"""Stack frames of the Java machine: `at java.base/java.util.ArrayList.get(ArrayList.java:427) ~[app.jar:1.0]`.

A frame names class and source file, never a folder; the package tells in which one the file lies in its project, so
`Frame.file` is `java/util/ArrayList.java`.
"""

from __future__ import annotations

from functools import lru_cache

from errkb.model.event import Frame
from errkb.parse.lazy import Lazy
from errkb.parse.managed.java.packages import origin

__all__ = ["is_frame", "language_of", "read_frame"]

_FRAME = Lazy(
    r"(?:at |\[catch\] |\[wrapped\] )(?P<name>[^()\n\[\]]{2,700}[^()\n\[\] ])"
    r"\((?:[\w.]{1,80}@[\w.+-]{1,60}/)?(?P<source>Native Method|Unknown Source|<generated>|<unknown>"
    r"|Redefined|SourceFile|NO_SOURCE_FILE|PG"
    r"|[^\s()<>\[\]{},:/\\]{1,150}\.[A-Za-z]{1,10})(?::(?P<line>-?\d{1,9}))?\)"
    r"(?: ?~?\[(?P<jar>[^\]\n]{0,300})\])?(?: *\{[^}\n]{0,500}\})*,?$"
)
_MODULE = Lazy(r"(?:[\w.$-]{0,80}/){0,2}(?:[\w.$]{1,80}(?:@[\w.+-]{1,60})?/)?")
_HIDDEN = Lazy(r"(?:\$\$Lambda|\$Proxy|\$\$(?:Fast|Enhancer|Spring)|\$\$anonfun)[^.]{0,200}")
_JAVASCRIPT = (".js", ".mjs", ".cjs", ".ts", ".tsx", ".jsx")
_Parts = tuple[str, int | None, str | None, str | None, str | None]
_LANGUAGES = {"kt": "kotlin", "kts": "kotlin", "scala": "scala", "sc": "scala", "groovy": "groovy", "clj": "clojure"}


def is_frame(text: str) -> bool:
    """Say whether a line is a frame of a Java stack."""
    return read_frame(text) is not None


def read_frame(text: str) -> Frame | None:
    """Return the frame on a line, or `None`."""
    text = text.strip()
    if "(" not in text or not text.startswith(("at ", "[")):
        return None
    parts = _parts(text)
    return Frame(*parts) if parts else None


@lru_cache(maxsize=4096)
def _parts(text: str) -> _Parts | None:
    """Return what a frame consists of; traces repeat each other, so the latest are kept."""
    match = _FRAME.match(text)
    if match is None:
        return None
    source: str = match["source"]
    if source.endswith(_JAVASCRIPT):
        return None
    name: str = match["name"]
    hidden = _HIDDEN.search(name)
    if hidden:
        name = name[: hidden.start()] + name[hidden.end() :]
    module = _MODULE.match(name)
    name = name[module.end() :] if module else name
    owner, _, function = name.rpartition(".")
    if not owner:
        return None
    line = int(match["line"]) if match["line"] and match["line"][0] != "-" else None
    package, repo = origin(owner, match["jar"])
    folder = owner.rpartition(".")[0].replace(".", "/")
    file = f"{folder}/{source}" if folder and "." in source else source
    return file, line, function, package, repo


def language_of(frames: list[Frame], cls: str | None) -> str:
    """Return the language of the code that raised: that of the first source file outside the runtime library."""
    for frame in frames:
        if frame.repo != "openjdk/jdk":
            return _LANGUAGES.get(frame.file.rpartition(".")[2], "java")
    return "scala" if (cls or "").startswith("scala.") else "java"
