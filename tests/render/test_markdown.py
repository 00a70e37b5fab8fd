"""`errkb.render.markdown`: the answer as it is pasted into an issue."""

from __future__ import annotations

import re

import pytest
from markdown_it import MarkdownIt

from errkb.model.report import Entry, Explanation
from errkb.model.text import Text
from errkb.render.markdown import render_explanation, render_sections
from errkb.render.record import page

EVIL = "<img src=x onerror=alert(1)> @someone ```\n# heading\n| a | *b* \x1b[31m [x](javascript:1) &lt;"


def tokens(markdown: str) -> list:
    return MarkdownIt("commonmark").parse(markdown)


def test_same_answer(explain, record):
    """Headline, message, values, meaning, all fixes in order and the example are there."""
    text = render_explanation(explain(record, {"name": "age", "count": "2", "expected": "3"}))
    assert text.startswith("**example/tables** · error · ValueError\n")
    assert "```\ncolumn age has 2 values, 3 expected\n```" in text
    assert "- `name` = `age`" in text
    assert "### What it means\n\nA column must have" in text
    assert "1. Make the list after filtering.\n2. Use an index.\n" in text
    assert "```python\n# before\n" in text
    assert "[Thrown at tables/frame.py:120](https://github.com/example/tables/blob/" in text
    assert "Why this record" not in text
    assert "### Why this record" in render_explanation(explain(record), full=True)


def test_brief(explain, record):
    """`brief` stops after the first fix."""
    text = render_explanation(explain(record), brief=True)
    assert "### First fix\n\nMake the list after filtering." in text
    assert "Example fix" not in text


@pytest.mark.parametrize("ticks", ["`", "``", "```", "`````"])
def test_fences_hold_any_backticks(explain, new_record, ticks):
    """A fence is longer than any run of backticks in it, a code span likewise."""
    answer = explain(new_record(exampleFix=f"a\n{ticks}\nb"), {"name": f"{ticks}x", "count": ticks, "expected": ""})
    fences = [token.content for token in tokens(render_explanation(answer)) if token.type == "fence"]
    assert f"a\n{ticks}\nb\n" in fences
    inline = [child for token in tokens(render_explanation(answer)) for child in token.children or ()]
    spans = [child.content for child in inline if child.type == "code_inline"]
    assert f"{ticks}x" in [span.strip() for span in spans]


def test_foreign_text_is_inert(explain, new_record):
    """HTML, links, headings, tables and mentions of a paste or a record are shown, not interpreted."""
    record = new_record(
        documentation=EVIL, solutions=[EVIL], triggerScenarios=EVIL, commonSituations=EVIL, preventionTips=[EVIL],
        exampleFix=EVIL,
    )  # fmt: skip
    answer = explain(record, {"name": EVIL, "count": "`", "expected": "3"})
    answer.advice = [EVIL]
    text = render_explanation(answer, full=True, everything=True)
    html = MarkdownIt("commonmark", {"html": True}).render(text)
    assert "\x1b" not in text
    assert "<img" not in html
    assert "javascript" not in " ".join(re.findall(r'href="([^"]*)"', html))
    assert not re.search(r"<h\d>heading", html)
    outside = re.sub(r"(?s)<code.*?</code>", "", html)
    assert not re.search(r"@\w", outside)


def test_code_spans_of_prose_stay(explain, new_record):
    """Code that a record marks as such stays code; everything else is escaped."""
    text = render_explanation(explain(new_record(documentation="Set `a_b <c>` or __init__ & such.")))
    assert r"Set `a_b <c>` or \_\_init\_\_ &amp; such." in text


def test_no_answer():
    """Without a match the status comes first and nothing is claimed."""
    text = render_explanation(Explanation(Text.of("x"), "no_error", "", advice=["Paste more."]))
    assert text == "**Nothing to explain.**\n\nPaste more.\n"


def test_record_page(record):
    """A record's page has the contract's headings in the contract's order."""
    text = render_sections(page(Entry(record)))
    assert re.findall(r"(?m)^##+ (.*)$", text) == [
        r"column {name} has {count} values, {expected} expected",
        "Error message",
        "What it means",
        "Source",
        "Solutions",
        "Example fix",
        "Defensive patterns",
        "Validate before calling",
        "Prevention",
        "When it happens",
        "About this record",
    ]
