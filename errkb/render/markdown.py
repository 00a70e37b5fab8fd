"""An explanation or a record as Markdown, for pasting into an issue.

Everything foreign is either inside a fence that is longer than any run of backticks in it, or escaped: HTML is shown
instead of interpreted, and nobody is notified by an `@name` in a message.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from errkb.model.match import Match
from errkb.model.report import Explanation
from errkb.normalize import printable
from errkb.render import around
from errkb.render.answer import details, lead
from errkb.render.blocks import Block, Code, Headline, Items, Note, Pairs, Place, Prose, Quote, Section
from errkb.render.prose import cut

__all__ = ["fence", "inline", "render_explanation", "render_sections", "span"]

LONGEST = 20_000
"""Characters of one block; an issue has a limit of its own (GitHub: 65,536)."""
_RUN = re.compile("`+")
_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
_SPECIAL = re.compile(r"([\\*_\[\]|~#`])")
_LIST_MARK = re.compile(r"^(\s*)([-+]|\d+[.)])(?=\s)")
_MENTION = re.compile(r"@(?=\w)")
_FENCE_NAMES = {"text": ""}


def render_explanation(
    explanation: Explanation, *, brief: bool = False, full: bool = False, everything: bool = False, limit: int = 3
) -> str:
    """Return the same answer as the terminal shows."""
    shown, left_out = around.answers(explanation, everything=everything, limit=limit)
    if not shown:
        return _no_answer(explanation)
    parts = _answer(explanation, shown[0], brief=brief, full=full)
    if not brief:
        for match in shown[1:]:
            parts += ["---", *_answer(explanation, match, brief=not everything, full=full)]
        sections = list(around.around(explanation, shown[0], left_out))
        if everything and explanation.nearest:
            sections.append(around.nearest(explanation))
        parts += [_section(section) for section in sections]
    return _join(parts)


def render_sections(sections: Iterable[Section]) -> str:
    """Return a page of sections as Markdown."""
    return _join(_section(section) for section in sections)


def _answer(explanation: Explanation, match: Match, *, brief: bool, full: bool) -> list[str]:
    top = lead(explanation, match)
    parts = [
        _block(top.headline),
        inline(top.confidence),
        *[f"> {inline(note)}" for note in top.notes],
        fence(top.message),
    ]
    if top.values:
        parts.append(_section(Section("Your values", (Pairs(top.values),))))
    if top.meaning:
        parts.append(_section(Section("What it means", (Prose(" ".join(top.meaning)),))))
    if top.fixes and brief:
        parts.append(_section(Section("First fix", (Prose(top.fixes[0]),))))
    elif top.fixes:
        parts.append(_section(Section("Fixes, most likely first", (Items(top.fixes, 1),))))
    if brief:
        return parts
    return [*parts, *[_section(section) for section in details(explanation, match, full=full)]]


def _no_answer(explanation: Explanation) -> str:
    parts = [f"**{inline(around.verdict(explanation))}**"]
    if lines := around.unanswered(explanation):
        parts.append(fence("\n".join(lines)))
    parts += [inline(sentence) for sentence in explanation.advice]
    if explanation.nearest:
        parts.append(_section(around.nearest(explanation)))
    return _join(parts)


def _section(section: Section) -> str:
    title = f"{'#' * (section.level + 1)} {inline(section.title)}" if section.title else ""
    return _join([title, *[_block(block) for block in section.blocks]]).rstrip()


def _block(block: Block) -> str:
    match block:
        case Headline(parts):
            return " · ".join([f"**{inline(part)}**" if n == 0 else inline(part) for n, part in enumerate(parts)])
        case Prose(text):
            return "\n\n".join(inline(paragraph) for paragraph in text.split("\n") if paragraph.strip())
        case Note(text):
            return f"_{inline(text)}_"
        case Items(items, first):
            return "\n".join(_item(item, "-" if first is None else f"{n}.") for n, item in enumerate(items, first or 0))
        case Pairs(pairs):
            return "\n".join(f"- {span(name)} = {span(value)}" for name, value in pairs)
        case Quote(text):
            return fence(text)
        case Code(code, language):
            return fence(code, language)
        case Place(text, url, quote):
            place = f"[{inline(text)}]({url})" if url and _is_link(url) else inline(text)
            return f"{place}: {span(quote)}" if quote else place


def _item(item: str, mark: str) -> str:
    lines = [inline(line) for line in item.split("\n") if line.strip()]
    return f"{mark} " + "<br>\n  ".join(lines)


def inline(text: str) -> str:
    """Return prose on one line, escaped, code spans kept."""
    text = printable(cut(text.replace("\n", " "), LONGEST))
    done, at = [], 0
    for span in _SPAN.finditer(text):
        done += [_escape(text[at : span.start()]), span.group()]
        at = span.end()
    return _LIST_MARK.sub(r"\1\\\2", "".join([*done, _escape(text[at:])]))


def _escape(text: str) -> str:
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _MENTION.sub("@<!-- -->", _SPECIAL.sub(r"\\\1", text))


def span(text: str) -> str:
    """Return a code span that holds any text."""
    text = printable(cut(text.replace("\n", " "), 500))
    ticks = "`" * (max((len(run) for run in _RUN.findall(text)), default=0) + 1)
    edge = " " if text.startswith("`") or text.endswith("`") or not text.strip() else ""
    return f"{ticks}{edge}{text or ' '}{edge}{ticks}"


def fence(code: str, language: str = "") -> str:
    """Return a code block that holds any text."""
    code = "\n".join(printable(line) for line in cut(code, LONGEST).strip("\n").split("\n"))
    ticks = "`" * max(3, 1 + max((len(run) for run in _RUN.findall(code)), default=0))
    return f"{ticks}{_FENCE_NAMES.get(language, language)}\n{code}\n{ticks}"


def _is_link(url: str) -> bool:
    return url.startswith(("https://", "http://")) and not set(url) & set(" ()<>\"'\\\n")


def _join(parts: Iterable[str]) -> str:
    return "\n\n".join(part for part in parts if part) + "\n"
