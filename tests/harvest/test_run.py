"""Running over a project: in parallel or not, cached, whatever the files hold."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from errkb.harvest import BUILTIN
from errkb.harvest.run import Crew, Harvest, harvest, wanted
from errkb.hookspecs import Harvester
from errkb.model.located import Facts, Located, Project, SourceFile
from errkb.source.tree import folder_files

PROJECT = Project("pkg", "owner/pkg")
GOOD = "def f(x):\n    raise ValueError(f'no such thing: {x}')\n"


def run(root: Path, known: dict[str, list[object]] | None = None, workers: int = 1) -> Harvest:
    with Crew(workers) as crew:
        return harvest(PROJECT, folder_files(root, wanted), crew, known)


def write(root: Path, files: dict[str, str | bytes]) -> None:
    for name, content in files.items():
        place = root / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content if isinstance(content, bytes) else content.encode())


HOSTILE: dict[str, tuple[bytes, str]] = {
    "deep.py": (b"raise E(" + b"(" * 100_000 + b")" * 100_000 + b")\n", "nested|not the Python"),
    "minus.py": (b"raise E(" + b"-" * 100_000 + b"1)\n", "nested|not the Python"),
    "indented.py": (
        b"".join(b" " * n + b"if x:\n" for n in range(300)) + b" " * 300 + b"raise E\n",
        "not the Python|nested",
    ),
    "null.py": (b"raise E\0('some text')\n", "null bytes"),
    "line.py": (b"raise E('" + b"x" * 3_900_000 + b"')\n", "a line of more than"),
    "large.py": (b"raise E\n" * 1_300_000, "larger than 4 MB"),
    "coding.py": (b"# coding: nonsense\nraise E('some text')\n", "unknown coding"),
    "zipped.py": (b"# coding: zip\nraise E('some text')\n", "not one of text"),
    "wrong.py": (b"# coding: ascii\nraise E('\xe9\xe9')\n", "not ascii"),
    "wide.py": (b"\xff\xfe" + "raise E('x')".encode("utf-16-le"), "UTF-16"),
    "made.py": (b"# Automatically generated. DO NOT EDIT.\nraise E('some text')\n", "generated"),
    "null.js": (b"throw new Error\0('some text')\n", "null bytes"),
    "line.go": (b'panic("' + b"x" * 3_900_000 + b'")\n', "a line of more than"),
    "wide.ts": (b"\xff\xfe" + "throw new Error('x')".encode("utf-16-le"), "UTF-16"),
    "made.php": (b"<?php\n// Automatically generated. DO NOT EDIT.\nthrow new E('some text');\n", "generated"),
    "many.rb": (b"raise 'some text'\n" * 20_001, "places that may be errors"),
    "packed.js": (b"f(1);" * 5_000 + b"throw new Error('some text')\n", "minified"),
    "two.py": (b"print 'raise'\nraise E, 'some text'\n", "not the Python"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_strange_files_are_left_out_with_a_reason(tmp_path: Path, name: str) -> None:
    """A file that cannot be read names its reason, and the one beside it is read all the same."""
    data, reason = HOSTILE[name]
    write(tmp_path, {f"pkg/{name}": data, "pkg/good.py": GOOD})
    done = run(tmp_path)
    assert [one.message for one in done.located()] == ["no such thing: {x}"]
    assert [one.path for one in done.skipped] == [f"pkg/{name}"]
    import re

    assert re.search(reason, done.skipped[0].reason)


FAULTS = (
    RecursionError(),
    UnicodeError("bad"),
    IndexError("out of range"),
    KeyError("x"),
    AssertionError(),
    StopIteration(),
)


@pytest.mark.parametrize("step", ["read", "link"])
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
@pytest.mark.parametrize("harvester", BUILTIN, ids=lambda harvester: harvester.name)
def test_a_fault_of_a_harvester_costs_one_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, harvester: Harvester, fault: Exception, step: str
) -> None:
    """Whatever a harvester raises over a file, the file is named with a reason and all others are read."""
    suffix = harvester.suffixes[0]
    write(tmp_path, {f"pkg/bad{suffix}": "x", f"pkg/good{suffix}": "x", "pkg/other.py": GOOD})
    found = Located("", 1, "it was read", None, None, "raise")

    def read(path: str, text: str) -> Facts:
        if step == "read" and "bad" in path:
            raise fault
        return {"path": path} if text == "x" else type(harvester).read(harvester, path, text)

    def link(facts: dict[str, Facts]) -> Iterator[Located]:
        for path in facts:
            if step == "link" and "bad" in path:
                raise RuntimeError from fault
            yield replace(found, path=path)

    monkeypatch.setattr(harvester, "read", read)
    monkeypatch.setattr(harvester, "link", link)
    done = run(tmp_path)
    assert {one.path for one in done.located()} == {f"pkg/good{suffix}", "pkg/other.py"}
    ((path, reason),) = {(one.path, one.reason) for one in done.skipped}
    assert path == f"pkg/bad{suffix}"
    assert reason.startswith(("errkb failed on it (", "nested too deeply"))


def test_latin_source_is_read_as_it_declares(tmp_path: Path) -> None:
    """A coding line is honoured, carriage returns and byte order marks are not in the way."""
    write(tmp_path, {"a.py": "# -*- coding: latin-1 -*-\r\nraise E('déjà vu here')\r\n".encode("latin-1")})
    write(tmp_path, {"b.py": b"\xef\xbb\xbfraise E('with a mark')\n"})
    assert [(one.message, one.line) for one in run(tmp_path).located()] == [("déjà vu here", 2), ("with a mark", 1)]


def test_links_are_not_followed(tmp_path: Path) -> None:
    """A loop of links ends nothing, a link out of the folder shows nothing; both are named."""
    write(tmp_path, {"root/pkg/good.py": GOOD, "secret.py": "raise E('secret text')\n"})
    os.symlink("..", tmp_path / "root" / "pkg" / "loop")
    os.symlink(tmp_path / "secret.py", tmp_path / "root" / "pkg" / "leak.py")
    done = run(tmp_path / "root")
    assert [one.message for one in done.located()] == ["no such thing: {x}"]
    assert {(one.path, one.reason) for one in done.skipped} == {
        ("pkg/leak.py", "a symbolic link"),
        ("pkg/loop", "a symbolic link"),
    }


def test_only_changed_files_are_read_again(tmp_path: Path) -> None:
    """What a file said is used again as long as size and time are the same; new, changed and gone files show."""
    write(tmp_path, {"a.py": GOOD, "b.py": GOOD.replace("thing", "other"), "c.py": GOOD})
    first = run(tmp_path)
    assert (first.read, first.changed) == (3, True)
    second = run(tmp_path, first.known)
    assert (second.read, second.changed) == (0, False)
    assert [one.message for one in second.located()] == [one.message for one in first.located()]
    (tmp_path / "c.py").unlink()
    write(tmp_path, {"b.py": GOOD.replace("thing", "changed")})
    os.utime(tmp_path / "b.py", (time.time() + 5, time.time() + 5))
    third = run(tmp_path, second.known)
    assert (third.read, third.changed) == (1, True)
    assert [one.message for one in third.located()] == ["no such thing: {x}", "no such changed: {x}"]


def test_two_processes_find_what_one_finds(tmp_path: Path) -> None:
    """The number of processes changes nothing about what is found."""
    filler = "# " + "x" * 900 + "\n"
    write(tmp_path, {f"m{n}.py": GOOD.replace("thing", f"thing {n}") + filler * 20 for n in range(60)})
    one, two = run(tmp_path), run(tmp_path, workers=2)
    assert list(one.located()) == list(two.located())
    assert len(list(one.located())) == 60


def test_files_of_no_known_language_are_passed_over(tmp_path: Path) -> None:
    """They are neither read nor listed."""
    write(tmp_path, {"a.md": "raise", "a.py": GOOD})
    done = run(tmp_path)
    assert (done.files, done.skipped) == (1, [])
    assert isinstance(next(iter(folder_files(tmp_path, wanted))), SourceFile)


def test_what_a_file_has_become_since_it_was_listed(tmp_path: Path) -> None:
    """A file that is gone, a pipe, a link, or too large by the time it is read is left out with a reason."""
    changes: dict[str, Callable[[Path], object]] = {
        "gone.py": lambda _: None,
        "link.py": lambda place: place.symlink_to(tmp_path / "good.py"),
        "large.py": lambda place: place.write_bytes(b"raise E\n" * 1_000_000),
        "pipe.py": os.mkfifo,
    }
    write(tmp_path, dict.fromkeys([*changes, "good.py"], GOOD))
    listed = list(folder_files(tmp_path, wanted))
    for name, change in changes.items():
        (tmp_path / name).unlink()
        change(tmp_path / name)
    with Crew(1) as crew:
        done = harvest(PROJECT, listed, crew)
    assert [one.path for one in done.located()] == ["good.py"]
    assert sorted(one.path for one in done.skipped) == sorted(changes)
