"""What editors, web pages and chats do to the characters of a paste, undone line by line.

Entities, invisible and non-breaking characters, the underscores that Markdown reads as bold marks (`**init**`) and the
backslashes it asks for (`load\\_model`). A repaired character stands nowhere in the input, the others where they stood.
Backslashes and dashes mean something elsewhere: they are only touched where the text shows the damage.
"""

from __future__ import annotations

from collections.abc import Callable

from errkb.parse.lazy import Lazy
from errkb.parse.segment import Segment, joined, without_entities

__all__ = ["Repairs"]

_ENTITIES = ("&quot;", "&#39;", "&#x27;", "&gt;", "&lt;", "&nbsp;")
_INVISIBLE = "\u200b\u2060\ufeff\xad"
_BLANKS = "\xa0\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f"
_UNSEEN = Lazy(f"[{_INVISIBLE}{_BLANKS}]")
# The special names of Python that stand in tracebacks and messages; `**kwargs**` may be meant.
_DUNDER = (
    "init|new|call|main|name|file|del|enter|exit|aenter|aexit|iter|next|aiter|anext|getattr|getattribute|setattr|delattr"
    "|getitem|setitem|delitem|missing|len|contains|repr|str|bytes|format|hash|bool|eq|ne|lt|le|gt|ge|add|radd|iadd|sub"
    "|mul|truediv|floordiv|mod|pow|matmul|neg|abs|int|float|index|and|or|xor|invert|get|set|set_name|init_subclass"
    "|class_getitem|subclasshook|instancecheck|prepare|reduce|reduce_ex|getstate|setstate|getnewargs|copy|deepcopy|dict"
    "|doc|module|class|bases|mro|slots|annotations|all|version|path|package|spec|import|builtins|future|post_init|await"
    "|torch_function|torch_dispatch|array|array_ufunc|array_function|array_interface|cuda_array_interface|fspath|qualname"
    "|wrapped|code|globals|closure|cause|context|traceback|weakref|sizeof|dir|round|trunc|ceil|floor|reversed"
)
_BOLD = Lazy(rf"\*\*(?:(?:{_DUNDER})|(?<=, in \*\*)\w{{1,80}}(?=\*\*\s*$))\*\*(?!\*)")
_ESCAPE = Lazy(r"\\(?=[_*\[\]<>`~#|{}()])")
_ESCAPED_NAME = Lazy(r"\w\\_\w")
_BACKSLASH = Lazy(r"\\[\w\\\"'/]")
"""A backslash that Markdown has not put there: of a path, of an escape in a string."""
_ESCAPED_UNDERSCORE = "\\_"
_DASHES = Lazy(r"(?<![^\s\"'(\[=,])[–—](?=[A-Za-z][\w-])|…")
_QUOTED_FRAME = "File “"
_WRITTEN = {"–": "--", "—": "--", "…": "..."}


class Repairs:
    """The damage that a window of text shows."""

    __slots__ = ("_bold", "_entities", "_escapes", "_typeset", "_unseen")

    def __init__(self, text: str) -> None:
        self._entities = "&" in text and any(entity in text for entity in _ENTITIES)
        self._unseen = not text.isascii() and _UNSEEN.search(text) is not None
        self._bold = "**" in text
        self._escapes = _ESCAPED_UNDERSCORE in text and _ESCAPED_NAME.search(text) is not None
        self._typeset = _QUOTED_FRAME in text

    @property
    def any(self) -> bool:
        """Say whether there is anything to undo."""
        return self._entities or self._unseen or self._bold or self._escapes or self._typeset

    def needed(self, raw: str) -> bool:
        """Say whether a line may hold some of it."""
        return (
            (self._entities and "&" in raw)
            or (self._bold and "**" in raw)
            or (self._escapes and "\\" in raw)
            or ((self._unseen or self._typeset) and not raw.isascii())
        )

    def undo(self, segment: Segment) -> Segment:
        """Return the line as it was printed."""
        if self._entities and "&" in segment.text:
            segment = without_entities(segment)
        if self._unseen:
            segment = _replaced(segment, _UNSEEN, lambda found: " " if found in _BLANKS else "")
        if self._bold:
            segment = _replaced(segment, _BOLD, lambda found: f"__{found[2:-2]}__")
        if self._escapes and not _BACKSLASH.search(segment.text.replace(_ESCAPED_UNDERSCORE, "")):
            segment = _replaced(segment, _ESCAPE, lambda _: "")
        if self._typeset:
            segment = _replaced(segment, _DASHES, _WRITTEN.__getitem__)
        return segment


def _replaced(segment: Segment, pattern: Lazy, written: Callable[[str], str]) -> Segment:
    parts: list[Segment | str] = []
    low = 0
    for match in pattern.finditer(segment.text):
        parts += [segment.cut(low, match.start()), written(match[0])]
        low = match.end()
    return joined([*parts, segment.cut(low, len(segment.text))]) if parts else segment
