"""Python warnings: class, message, place and source line, as noise."""


def test_warning_with_place(events):
    """The place is a frame, the source line below belongs to it."""
    first, second = events(
        "/x/site-packages/foo/a.py:12: FutureWarning: will change\n  foo()\n"
        "C:\\x\\b.py:3: UserWarning: look\nValueError: x\n"
    )[:2]
    assert (first.cls, first.message, first.role, first.line_end) == ("FutureWarning", "will change", "noise", 2)
    assert [(f.file, f.line, f.package, f.code) for f in first.frames] == [
        ("/x/site-packages/foo/a.py", 12, "foo", "foo()")
    ]
    assert (second.cls, second.frames[0].file) == ("UserWarning", "C:\\x\\b.py")
