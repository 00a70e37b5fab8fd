"""An explanation on the terminal.

The first screen has a fixed number of rows; what must be on it shares them: the error's own message, the reader's
values, what it means and the first fix. Whatever had to be cut is repeated in full below.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from errkb.model.match import Match
from errkb.model.report import Explanation
from errkb.render import around
from errkb.render.answer import Lead, details, lead
from errkb.render.blocks import Block, Code, Headline, Items, Note, Pairs, Place, Prose, Quote, Section
from errkb.render.canvas import INDENT, Canvas, Line, clip
from errkb.render.screen import Screen

__all__ = ["render_explanation", "render_sections"]

_HEADINGS = (("Your values", "values"), ("What it means", "meaning"), ("First fix", "fix"))
ROWS = 20
"""Rows of the first screen at 80 columns: a terminal of 24, less the prompt and what tells where to go on."""
_MOST = {"message": 4, "values": 5}
_SHRINK = (
    ("message", 3), ("fix", 6), ("message", 2), ("values", 3), ("fix", 4), ("meaning", 5), ("fix", 3), ("meaning", 3),
    ("values", 2), ("notes", 4), ("fix", 2), ("meaning", 2), ("values", 1), ("notes", 1),
)  # fmt: skip
"""What gives way, in this order and down to how many rows, when the first screen is too small for all."""
_TITLES = {1: "bold", 2: "bold cyan", 3: "cyan"}
_SEVERITY = {"critical": "bold red", "error": "red", "warning": "yellow", "info": "blue"}


@dataclass(slots=True, frozen=True)
class _Shown:
    values_cut: bool
    sentences: int
    """Sentences of the meaning shown whole."""
    fix_cut: bool


def render_explanation(
    explanation: Explanation,
    screen: Screen,
    *,
    brief: bool = False,
    full: bool = False,
    everything: bool = False,
    limit: int = 3,
) -> str:
    """Return the page for an explanation; `brief` stops after the first screen, `everything` shows all matches."""
    canvas = Canvas(screen)
    shown, left_out = around.answers(explanation, everything=everything, limit=limit)
    if not shown:
        _no_answer(canvas, explanation, brief=brief)
        return canvas.render()
    _answer(canvas, explanation, shown[0], brief=brief, full=full)
    if brief:
        _others(canvas, explanation, shown[0])
        return canvas.render()
    for match in shown[1:]:
        canvas.rule()
        _answer(canvas, explanation, match, brief=not everything, full=full)
    for section in around.around(explanation, shown[0], left_out):
        _draw_section(canvas, section)
    if everything and explanation.nearest:
        _draw_section(canvas, around.nearest(explanation))
    return canvas.render()


def render_sections(sections: Iterable[Section], screen: Screen) -> str:
    """Return a page of sections."""
    canvas = Canvas(screen)
    for section in sections:
        _draw_section(canvas, section)
    return canvas.render()


def _draw_section(canvas: Canvas, section: Section) -> None:
    if section.title:
        canvas.title(section.title, _TITLES[section.level])
    before: Block | None = None
    for block in section.blocks:
        if before and isinstance(block, Code | Prose) and not isinstance(before, Note):
            canvas.blank()
        _draw_block(canvas, block)
        before = block


def _draw_block(canvas: Canvas, block: Block) -> None:
    match block:
        case Headline():
            canvas.put(*_headline(canvas, block))
        case Prose(text):
            canvas.prose(text)
        case Quote(text):
            canvas.prose(text, "bold")
        case Note(text):
            canvas.prose(text, "dim")
        case Items(items, first):
            canvas.items(items, first)
        case Pairs(pairs):
            canvas.put(*canvas.pairs(pairs))
        case Code(code, language):
            canvas.code(code, language)
        case Place(text, url, quote):
            canvas.prose(text)
            if quote:
                canvas.put(*clip(canvas.wrap(quote, indent=INDENT * 2, style="dim"), 1, canvas.screen.width))
            if url:
                canvas.put(canvas.link(url))


def _answer(canvas: Canvas, explanation: Explanation, match: Match, *, brief: bool, full: bool) -> None:
    top = lead(explanation, match)
    shown = _first_screen(canvas, top)
    if brief:
        canvas.blank()
        canvas.put(*canvas.wrap(f"more: errkb show {match.record_id}", style="dim"))
        return
    if shown.values_cut:
        canvas.title("All your values")
        canvas.put(*canvas.pairs(top.values, " = ", "bold"))
    if shown.sentences < len(top.meaning):
        canvas.title("More on what it means")
        canvas.prose(" ".join(top.meaning[shown.sentences :]))
    if shown.fix_cut:
        _draw_section(canvas, Section("Fixes, most likely first", (Items(top.fixes, 1),)))
    elif len(top.fixes) > 1:
        _draw_section(canvas, Section("Other fixes, in order", (Items(top.fixes[1:], 2),)))
    for section in details(explanation, match, full=full):
        _draw_section(canvas, section)


def _others(canvas: Canvas, explanation: Explanation, shown: Match) -> None:
    """Say in one line that the text holds other errors, so that a first screen never hides one."""
    others = [e for e in explanation.events if e.role == "cause" and e.id != shown.event and around.describe(e)]
    if others:
        more = f"{len(others)} more in this text, first: {around.describe(others[0])} (without --brief: all)"
        canvas.put(*clip(canvas.wrap(more, style="yellow"), 1, canvas.screen.width))


def _first_screen(canvas: Canvas, top: Lead) -> _Shown:
    """Draw the first screen and return how much of the parts was shown."""
    screen = canvas.screen
    head = _headline(canvas, top.headline) + canvas.wrap(top.confidence, style="dim")
    parts = {
        "notes": [line for note in top.notes for line in canvas.wrap(note, style="yellow")],
        "message": canvas.wrap(top.message, indent=INDENT, style="bold"),
        "values": canvas.pairs(top.values, " = ", "bold"),
        "meaning": canvas.wrap(top.meaning[0], indent=INDENT) if top.meaning else [],
        "fix": canvas.wrap(top.fixes[0], indent=INDENT) if top.fixes else [],
    }
    headings = [(title, name) for title, name in _HEADINGS if parts[name]]
    room = (ROWS if screen.width >= 80 else ROWS * 80 // screen.width) - len(head) - 1 - 2 * len(headings)
    rows = _share(parts, room)
    cut = {name for name, lines in parts.items() if len(lines) > rows[name]}
    sentences = 0 if "meaning" in cut else _fill(canvas, top, parts, room - sum(rows.values()))
    rows["meaning"] = max(rows["meaning"], len(parts["meaning"]) * bool(sentences))
    canvas.put(*head, *clip(parts["notes"], rows["notes"], screen.width))
    canvas.blank()
    canvas.put(*clip(parts["message"], rows["message"], screen.width))
    for title, name in headings:
        canvas.title(title)
        canvas.put(*clip(parts[name], rows[name], screen.width))
    return _Shown("values" in cut, sentences, "fix" in cut)


def _share(parts: dict[str, list[Line]], room: int) -> dict[str, int]:
    """Return how many of the rows each part gets."""
    rows = {name: min(len(lines), _MOST.get(name, room)) for name, lines in parts.items()}
    for name, floor in _SHRINK:
        over = sum(rows.values()) - room
        rows[name] -= max(0, min(over, rows[name] - floor))
    return rows


def _fill(canvas: Canvas, top: Lead, parts: dict[str, list[Line]], left: int) -> int:
    """Lengthen the meaning by whole sentences while rows are left; return how many it has then."""
    room = len(parts["meaning"]) + left
    shown = min(1, len(top.meaning))
    while shown < len(top.meaning):
        lines = canvas.wrap(" ".join(top.meaning[: shown + 1]), indent=INDENT)
        if len(lines) > room:
            break
        parts["meaning"] = lines
        shown += 1
    return shown


def _headline(canvas: Canvas, headline: Headline) -> list[Line]:
    line = Line()
    for number, part in enumerate(headline.parts):
        style = "bold" if number == 0 else _SEVERITY.get(part, "")
        line.append(" · " if number else "", "dim").append_text(canvas.word(part, style))
    return canvas.wrap(line)


def _no_answer(canvas: Canvas, explanation: Explanation, *, brief: bool) -> None:
    canvas.put(*canvas.wrap(around.verdict(explanation), style="bold yellow"))
    for line in around.unanswered(explanation):
        canvas.blank()
        canvas.put(*clip(canvas.wrap(line, indent=INDENT, hang=INDENT * 2, style="bold"), 3, canvas.screen.width))
    for sentence in explanation.advice:
        canvas.blank()
        canvas.prose(sentence)
    if explanation.nearest and not brief:
        _draw_section(canvas, around.nearest(explanation))
