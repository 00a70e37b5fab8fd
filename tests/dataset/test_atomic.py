"""Replacing a file in one step."""

import pytest

from errkb.dataset.atomic import write_text


@pytest.mark.parametrize("durable", [False, True])
def test_writes_and_replaces(tmp_path, durable):
    """Folders are made, the text arrives as UTF-8 with its line ends, and nothing else stays in the folder."""
    path = tmp_path / "a" / "b.json"
    write_text(path, "old", durable=durable)
    write_text(path, "é\n", durable=durable)
    assert path.read_bytes() == b"\xc3\xa9\n"
    assert [file.name for file in path.parent.iterdir()] == ["b.json"]


def test_a_failure_leaves_the_old_file(tmp_path):
    """Text that cannot be written changes nothing and leaves nothing behind."""
    path = tmp_path / "a.json"
    write_text(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_text(path, "new \ud800")
    assert path.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["a.json"]
