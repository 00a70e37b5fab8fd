"""`--fix` writes what can be computed, and nothing an author wrote."""

import json

from errkb.dataset.folder import place, sidecar
from errkb.lint.fix import fix_paths
from errkb.lint.run import lint_paths


def spoiled(path, **fields):
    data = json.loads(path.read_text())
    path.write_text(json.dumps(data | fields))
    return data


def test_canonical_form(folder, good):
    """A record in another form is rewritten; a second run finds nothing to do."""
    root = folder()
    path = root / place(good().record)
    text = path.read_text()
    path.write_text(json.dumps(json.loads(text), indent=4))
    assert fix_paths([root]) == [path]
    assert path.read_text() == text
    assert fix_paths([root]) == []


def test_computed_fields(folder, good):
    """Wrong or missing id, slug, pattern, window and URL are computed; the file moves with its slug, sidecars too."""
    root = folder()
    path = root / place(good().record)
    text = path.read_text()
    spoiled(path, id="0" * 16, slug="other", messagePattern="x", githubUrl="https://example.com", sourceCodeEnd=1)
    other = path.with_name("other.json")
    path.rename(other)
    sidecar(path, "evidence").rename(sidecar(other, "evidence"))
    assert lint_paths([root])
    fix_paths([root])
    assert path.read_text() == text
    assert not other.exists()
    assert json.loads(sidecar(path, "evidence").read_text())["formerIds"] == ["0" * 16]
    assert lint_paths([root]) == []


def test_a_changed_message_keeps_the_old_id_as_a_former_one(folder, good):
    """Links to the old id still lead to the record."""
    root = folder()
    path = root / place(good().record)
    old = spoiled(path, filePath="project/moved/engine.py")["id"]
    fix_paths([root])
    record = json.loads(path.read_text())
    assert record["id"] != old
    assert "/moved/" in record["githubUrl"]
    assert json.loads(sidecar(path, "evidence").read_text())["formerIds"] == [old]
    assert lint_paths([root]) == []


def test_a_window_that_is_allowed_stays(folder, good):
    """A narrower window than the usual one is the author's choice."""
    root = folder()
    path = root / place(good().record)
    record = spoiled(path, sourceCodeStart=119, sourceCodeEnd=121)
    fix_paths([root])
    fixed = json.loads(path.read_text())
    assert (fixed["sourceCodeStart"], fixed["sourceCodeEnd"]) == (119, 121)
    assert fixed["githubUrl"].endswith("#L119-L121")
    assert {key: fixed[key] for key in ("documentation", "solutions")} == {
        key: record[key] for key in ("documentation", "solutions")
    }


def test_articles(folder, good, make_article):
    """The fields of an article that follow from the records are written."""
    entry = good(backgroundTag="haunted-engine")
    root = folder(entry, articles=[make_article(entry, errorIds=[], errorCount=9, clusterKey="x")])
    assert fix_paths([root]) == [root / "_info" / "haunted-engine.json"]
    assert lint_paths([root]) == []


def test_what_cannot_be_computed_stays(folder, good):
    """A file that is no JSON, or lacks what an author has to write, is left as it is; lint names it."""
    root = folder()
    broken = root / "owner" / "project" / "broken.json"
    for text in ("{", "[]", '{"repo": "owner/project", "errorMessage": 3}'):
        broken.write_text(text)
        assert fix_paths([root]) == []
        assert broken.read_text() == text
        assert lint_paths([root])
