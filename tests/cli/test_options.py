"""`errkb.cli.options`."""

from __future__ import annotations

import os
import pty
import sys

from errkb.cli import options


def test_first_run_says_what_it_does(errkb, tmp_path, monkeypatch):
    """A first build on a terminal says so; piped, and once it is built, nothing is said."""
    monkeypatch.setattr(options, "NOTICE_AFTER", 0.0)
    main, other = pty.openpty()
    for expected in (b"building the knowledge base (first run)\xe2\x80\xa6", None):
        monkeypatch.setenv("ERRKB_HOME", str(tmp_path / "home"))
        with monkeypatch.context() as patch, os.fdopen(os.dup(other), "w") as terminal:
            patch.setattr(sys, "stderr", terminal)
            errkb("search", "vocabulary")
            print("end", file=terminal)
        shown = b""
        while b"end" not in shown:
            shown += os.read(main, 4096)
        assert shown.split(b"\r\n")[0] == (expected or b"end")
    os.close(main)
    os.close(other)
    monkeypatch.setenv("ERRKB_HOME", str(tmp_path / "other"))
    assert errkb("search", "vocabulary").err == ""
