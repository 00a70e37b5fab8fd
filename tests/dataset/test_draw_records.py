"""`scripts/draw_records.py`."""

import importlib.util
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RECORDS = ROOT / "records"


def script():
    spec = importlib.util.spec_from_file_location("draw_records", ROOT / "scripts" / "draw_records.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_draw_is_repeatable_and_another_seed_draws_others():
    """Seed and count decide the draw, and no record is drawn twice in it."""
    draw = script().draw
    first = draw(RECORDS, 1, 40)
    assert first == draw(RECORDS, 1, 40)
    assert first != draw(RECORDS, 2, 40)
    assert len(set(first)) == 40
    assert all((RECORDS / f"{name}.json").is_file() for _, name in first)


def test_articles_and_sidecars_are_not_drawn(tmp_path):
    """Only records are drawn, all of them where there are fewer than asked for."""
    shutil.copytree(RECORDS / "cython", tmp_path / "cython")
    shutil.copytree(RECORDS / "_info", tmp_path / "_info")
    drawn = script().draw(tmp_path, 1, 40)
    assert [name.rsplit("/", 1)[0] for _, name in drawn] == ["cython/cython"]
