"""How far a message goes on over the lines below it.

Messages of several lines are common and programs do not mark their end. What comes next ends a message where it is a
new record of the log, the start of something known, or text after a blank line that does not read on.
"""

from __future__ import annotations

from collections.abc import Sequence

from errkb.model.event import Line
from errkb.parse.build import Span, rest_of
from errkb.parse.lazy import Lazy
from errkb.parse.shapes import class_line, indentation, starts_something, strong_class

__all__ = ["PER_LINE", "borders_output", "ends_above", "message_spans", "same_record"]

PER_LINE = frozenset({"pytest", "npm", "box"})
"""Programs that repeat their mark on every line of one message."""

_MOST_LINES = 200
_MOST_PLAIN = 12
"""Lines without indentation that follow each other: more of them are other output, not a message."""
_MOST_BLANK = 2
# What messages go on with after a blank line, apart from what is indented: references, hints, lists, quoted values.
_GOES_ON = Lazy(
    r"\(Background on|\[(?:SQL|parameters|generated)|[-*•] |\(?\d{1,2}[.)] |See |Check the "
    r"|You (?:can|may|need|should|must) |If (?:you|this) |Please |Make sure |Try "
    r"|For (?:more|further|details)|Failed validating|On instance|IMPORTANT|Importing the|Original error"
    r"|Details|DETAIL|HINT|[Hh]int: |Did you mean|Please note|Note that|Search for |Compile with |The full |Last error"
    r"|Could not solve for environment"
)
_COMPLETE = Lazy(
    r"(?:[.?] Did you (?:mean: '[^'\n]{1,200}'\?|forget to import '[^'\n]{1,200}'\??)|Perhaps you forgot a comma\??"
    r"|^\s*(?:ERROR: +)?Failed (?:building (?:editable|wheel) for|to build) \S+)$"
)
"""The last words of a program: what comes below, unless it is indented, is somebody else's."""
_OUTPUT = Lazy(r"\s*\[(?:\d{1,6} lines? of output|end of output)\]\s*$")
"""Above and below what another program printed (pip): neither line is part of a message."""
_FIELDS = Lazy(r"(?:.{0,300}: )?\d{1,6} validation errors? for ")
"""pydantic's title: below stand names of fields, each with its complaint indented under it."""


def message_spans(
    lines: Sequence[Line], at: int, column: int, *, framed: bool = False, base: int | None = None
) -> tuple[list[Span], int]:
    """Return the parts of the message that begins at `column` of line `at`, and the index of the line behind it.

    `framed` says that the lines above belong to the same traceback, so that marks on them tell what belongs together;
    `base` is the indentation that is taken off further lines (by default that of the first).
    """
    head = lines[at]
    base = indentation(head.text) if base is None else base
    spans = [rest_of(head, column)]
    blanks = plain = 0
    index = at + 1
    end = index
    settled = (len(spans), end)
    complete = _complete(head.text)
    fields = _FIELDS.match(spans[0].text) is not None
    while index < len(lines) and index - at < _MOST_LINES:
        line = lines[index]
        if not same_record(head, line, framed=framed):
            break
        text = line.text
        if not text.strip():
            blanks += 1
            if blanks > _MOST_BLANK and not _per_line(head, line, framed=framed):
                break
            index += 1
            continue
        indented = indentation(text) > base
        if _ends(text, spans, indented=indented) or (complete and not indented and not _noted(text)):
            break
        if fields and not indented and not _has_below(lines, index, base):
            break
        if blanks and not (indented or _reads_on(head, line, spans, framed=framed)):
            break
        plain = 0 if indented or line.logger in PER_LINE else plain + 1
        if plain == 1:
            settled = (len(spans), end)
        elif plain > _MOST_PLAIN:
            return spans[: settled[0]], settled[1]
        spans += [Span(blank, 0, 0) for blank in lines[end:index]]
        spans.append(rest_of(line, min(base, indentation(text))))
        complete = _complete(text)
        blanks = 0
        index += 1
        end = index
    return spans, end


def same_record(head: Line, line: Line, *, framed: bool) -> bool:
    """Say whether a line can belong to the same log record as `head`, by what their carriers say."""
    if line.logger in PER_LINE or head.logger in PER_LINE:
        return line.logger == head.logger
    if line.level is None and line.logger is None and line.time is None:
        return not framed or (head.level is None and head.logger is None and head.time is None)
    if (line.level, line.logger) != (head.level, head.logger):
        return False
    if head.level is not None or head.logger is not None:
        return framed or line.text[:1].isspace()
    return head.time is not None


def ends_above(head: Line, line: Line) -> bool:
    """Say whether the message that begins at `head` ends above the next line that is not blank."""
    text = line.text
    if not same_record(head, line, framed=False) or starts_something(text):
        return True
    found = class_line(text, loose=False) if not text[0].isspace() else None
    return found is not None and strong_class(found.cls) and not head.text.rstrip().endswith(":")


def borders_output(text: str) -> bool:
    """Say whether a line stands above or below what another program printed (`[20 lines of output]`)."""
    return text.rstrip().endswith("output]") and _OUTPUT.match(text) is not None


def _per_line(head: Line, line: Line, *, framed: bool) -> bool:
    """Say whether blank lines carry the mark too, so that they certainly belong to the message."""
    return line.logger in PER_LINE or (framed and head.level is not None and line.level == head.level)


def _ends(text: str, spans: list[Span], *, indented: bool) -> bool:
    if starts_something(text) or borders_output(text):
        return True
    if indented:
        return False
    found = class_line(text, loose=False)
    if found is None or not strong_class(found.cls):
        return False
    above = spans[-1]
    return not above.line.text.rstrip().endswith(":")  # `… because of the following error:`


def _reads_on(head: Line, line: Line, spans: list[Span], *, framed: bool) -> bool:
    if _per_line(head, line, framed=framed):
        return True
    above = spans[-1].text.rstrip()
    return not above or above.endswith(":") or _GOES_ON.match(line.text.lstrip()) is not None


def _complete(text: str) -> bool:
    if "Did you " not in text and "Failed " not in text and "Perhaps " not in text:
        return False
    return _COMPLETE.search(text.rstrip()) is not None


def _noted(text: str) -> bool:
    """Say whether a line goes on with hints and lists, as the notes of an exception do."""
    return _GOES_ON.match(text.lstrip()) is not None


def _has_below(lines: Sequence[Line], at: int, base: int) -> bool:
    return at + 1 < len(lines) and indentation(lines[at + 1].text) > base
