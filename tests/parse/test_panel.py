"""Boxes drawn by rich and typer."""

TRACEBACK = """\
╭──────────────────── Traceback (most recent call last) ─────────────────────╮
│ /usr/local/bin/accelerate:8 in <module>                                    │
│                                                                            │
│   5 from accelerate.commands.accelerate_cli import main                    │
│ ❱ 8 │   sys.exit(main())                                                   │
│                                                                            │
│ /usr/lib/python3.10/dist-packages/accelerate/commands/cli.py:45 in main    │
│                                                                            │
│ ❱ 45 │   args.func(args)                                                   │
╰────────────────────────────────────────────────────────────────────────────╯
ValueError: bad
thing
"""


def test_traceback(event):
    """Frames and source lines come from the box, class and message from below it."""
    found = event(TRACEBACK)
    assert (found.cls, found.message, found.language) == ("ValueError", "bad\nthing", "python")
    assert [(f.line, f.function, f.package, f.code) for f in found.frames] == [
        (8, "<module>", None, "sys.exit(main())"),
        (45, "main", "accelerate", "args.func(args)"),
    ]


def test_traceback_without_its_end(event):
    """A box that nothing follows still shows the frames."""
    found = event(TRACEBACK[: TRACEBACK.index("╰")])
    assert (found.cls, found.message, len(found.frames)) == (None, "", 2)


def test_error_box(event):
    """The text of an error box is the message."""
    found = event("╭─ Error ───────────────────╮\n│ No such option: --foo     │\n╰───────────────────────────╯\n")
    assert (found.message, found.inferred) == ("No such option: --foo", True)


def test_other_boxes(events):
    """Boxes with other titles are none of our business."""
    assert events("╭─ Options ───────╮\n│ --foo     x     │\n╰─────────────────╯\n") == []
