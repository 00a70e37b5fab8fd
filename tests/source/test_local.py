"""The local window around a raise, found by the message where lines have moved."""

from __future__ import annotations

import os
from pathlib import Path

from errkb.source.local import local_source

SOURCE = (
    "import x\n"
    + "\n" * 30
    + "def f():\n    if x:\n        raise ValueError(\n            f'no such thing in {x} here'\n        )\n"
)


def test_window_follows_the_message(tmp_path: Path) -> None:
    """The record says line 5, the message stands at 35: its raise is shown, with the version installed."""
    place = tmp_path / "pkg" / "mod.py"
    place.parent.mkdir()
    place.write_text(SOURCE)
    (tmp_path / "pkg-2.1.dist-info").mkdir()
    found = local_source([tmp_path], "src/pkg/mod.py", 5, ["no such thing in ", " here"], "pkg")
    assert found is not None
    assert (found.line, found.start, found.version) == (34, 16, "2.1")
    assert "raise ValueError" in found.text


def test_a_file_without_the_message_is_another_version(tmp_path: Path) -> None:
    """Nothing is shown from a file that does not have the message; without literals the line is taken."""
    place = tmp_path / "pkg" / "mod.py"
    place.parent.mkdir()
    place.write_text(SOURCE)
    assert local_source([tmp_path], "pkg/mod.py", 34, ["quite another sentence"], None) is None
    assert local_source([tmp_path], "pkg/mod.py", 34, [], None) is not None


def test_nothing_outside_the_folder_is_read(tmp_path: Path) -> None:
    """Paths that lead out, and links that do, show nothing."""
    (tmp_path / "secret.py").write_text("raise E('some secret text')\n")
    root = tmp_path / "root"
    (root / "pkg").mkdir(parents=True)
    os.symlink(tmp_path / "secret.py", root / "pkg" / "leak.py")
    for path in ("../secret.py", "pkg/leak.py", "/etc/passwd", str(tmp_path / "secret.py")):
        assert local_source([root], path, 1, ["some secret text"], None) is None
