"""`errkb new` from the command line."""

import subprocess
import sys

LINE = "shop.errors.OrderError: order 4711 has no address"


def test_new(errkb, tmp_path, monkeypatch):
    """The files, what is left to write and what lint says; status 0."""
    monkeypatch.chdir(tmp_path)
    result = errkb(
        "new", LINE, "--repo", "example/shop", "--records", "mine", "--template", "order {id} has no address"
    )
    assert result.status == 0
    assert "mine/example/shop/order-id-has-no-address.json" in result.out
    assert "Left to write" in result.out
    assert "unfinished-text" in result.out


def test_new_goes_into_the_private_folder(errkb, tmp_path, monkeypatch):
    """Without `--records` the project's private folder is taken, and a project of its own name."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".errkb").mkdir()
    assert errkb("new", LINE).status == 0
    (record,) = (tmp_path / ".errkb" / "records" / "private").rglob("order-*address.json")
    assert errkb("explain", LINE).status == 0
    assert record.parent.name == tmp_path.name


def test_new_with_nothing(errkb):
    """Too little to start from says what would do."""
    result = errkb("new")
    assert result.status == 2
    assert "--template" in result.err


def test_new_opens_the_editor(errkb, tmp_path, monkeypatch):
    """`--edit` hands both files to the user's editor."""
    script = tmp_path / "editor.py"
    script.write_text("import sys, pathlib; pathlib.Path('seen').write_text(' '.join(sys.argv[1:]))")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("VISUAL", f"{sys.executable} {script}")
    assert errkb("new", LINE, "--records", "mine", "--repo", "example/shop", "--edit").status == 0
    assert (tmp_path / "seen").read_text().count(".json") == 2


def test_add_record_script(tmp_path):
    """A draft that breaks a shape is named with its pointer, and nothing is written."""
    from pathlib import Path

    (tmp_path / "draft.json").write_text('{"record": {"repo": "example/shop"}, "evidence": {}}')
    script = Path(__file__).parents[2] / "scripts" / "add_record.py"
    run = subprocess.run(
        [sys.executable, script, "--records", tmp_path / "r", tmp_path / "draft.json"], capture_output=True, text=True
    )
    assert run.returncode == 2
    assert "missing" in run.stderr
    assert not (tmp_path / "r").exists()
