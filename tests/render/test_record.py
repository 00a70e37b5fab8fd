"""`errkb.render.record`: a record's page."""

from __future__ import annotations

from errkb.model.record import Envelope
from errkb.model.report import Entry
from errkb.render.record import envelope, page
from errkb.render.screen import Screen
from errkb.render.terminal import render_sections


def test_page_in_order(new_record):
    """The page starts with headline and heading (code, else the first 60 characters) and ends with where it is from."""
    record = new_record(errorCode="E_SHAPE", errorMessage="m" * 80)
    lines = render_sections(page(Entry(record)), Screen(80)).splitlines()
    assert lines[:3] == ["example/tables · error · ValueError", "", "E_SHAPE"]
    assert lines[-2:] == [
        "  example/tables@0123456789 · 2026-12-01 · shipped",
        f"  As JSON: errkb show {record['id']} --format json",
    ]
    assert "m" * 60 in render_sections(page(Entry(new_record(errorMessage="m" * 80))), Screen(80)).splitlines()


def test_source_window(new_record):
    """The window is shown as it is, with the commit it is pinned to."""
    record = new_record(sourceCode="def f():\n    raise ValueError", lineNumber=2)
    text = render_sections(page(Entry(record)), Screen(80))
    assert "Thrown at tables/frame.py:2\n" in text
    assert "\ndef f():\n    raise ValueError\n  Pinned to 0123456789.\n" in text


def test_reproduced(record):
    """A record a script has reproduced says with what."""
    verified = {"packages": {"pandas": "2.3.1"}, "python": "3.11.7", "verifiedAt": "2026-12-01T00:00:00Z"}
    text = render_sections(page(Entry(record, verified=verified)), Screen(100))
    assert "Reproduced with pandas 2.3.1 on Python 3.11.7 (2026-12-01)." in text
    text = render_sections(page(Entry(record, verified=verified | {"packages": {}})), Screen(100))
    assert "Reproduced on Python 3.11.7 (2026-12-01)." in text


def test_envelope(record):
    """The JSON is the single-record envelope of the contract."""
    Envelope.model_validate(envelope(Entry(record), "2026-12-01T00:00:00Z"))


def test_related_errors(record):
    """Related errors stand before the footer when they are given."""
    text = render_sections(page(Entry(record), ("example/other · ValueError",)), Screen(80))
    assert text.index("Related errors") < text.index("About this record")
