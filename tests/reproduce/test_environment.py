"""`errkb.reproduce.environment`: interpreters, uv, programs."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from errkb.dataset.script import Script
from errkb.errors import ErrkbError, InputError, MissingExtraError
from errkb.reproduce import environment
from errkb.reproduce.environment import Environments, interpreters
from errkb.reproduce.needs import MissingNeedError, program_version


def test_interpreters():
    """A path that is a Python tells its version; anything else is an error with a hint."""
    assert interpreters([Path(sys.executable)])[0].version == ".".join(map(str, sys.version_info[:3]))
    assert interpreters([])[0].path.is_absolute()
    with pytest.raises(InputError, match="no Python"):
        interpreters([Path("/no/such/python")])


def test_no_uv(monkeypatch, tmp_path):
    """Without uv the error says how to get it."""
    monkeypatch.setattr(environment.shutil, "which", lambda _: None)
    monkeypatch.setattr(environment.sys, "executable", str(tmp_path / "python"))
    with pytest.raises(MissingExtraError) as caught:
        Environments(tmp_path, [])
    assert caught.value.hint == "pip install 'errkb[reproduce]'"


def test_program_version():
    """A program tells its version; one that is missing is a need, not a fault."""
    assert program_version("python3").count(".") == 2
    with pytest.raises(MissingNeedError, match="no-such-program"):
        program_version("no-such-program")


def test_missing_file(workshop, tmp_path):
    """A file of the machine that a script needs and that is not there makes it a script to be skipped."""
    environments = Environments(tmp_path / "environments", interpreters([]))
    script = Script(tmp_path / "s.py", "0" * 64, frozenset(), files=(str(tmp_path / "absent.jar"),))
    with pytest.raises(MissingNeedError, match=r"absent\.jar"):
        environments.provide(script, ())
    (tmp_path / "absent.jar").touch()
    assert environments.provide(script, ()).packages == {}


def test_environment_is_shared(workshop, tmp_path):
    """Scripts with the same pins get the same folder; another pin another one."""
    environments = Environments(tmp_path / "environments", interpreters([]))
    script = Script(tmp_path / "s.py", "0" * 64, frozenset())
    first, second = environments.provide(script, ()), environments.provide(script, ())
    assert first == second
    assert first.python.is_file()
    assert len(list((tmp_path / "environments").iterdir())) == 1


def test_package_that_does_not_exist(workshop, tmp_path):
    """What uv says is passed on, and no half environment is taken for a whole one."""
    environments = Environments(tmp_path / "environments", interpreters([]))
    script = Script(tmp_path / "s.py", "0" * 64, frozenset())
    for _ in range(2):
        with pytest.raises(ErrkbError, match="uv pip install failed"):
            environments.provide(script, ("./no-such-folder",))


@pytest.mark.parametrize("switch", [("UV_DEFAULT_INDEX", "http://127.0.0.1:9/simple"), ("UV_OFFLINE", "1")])
def test_packages_out_of_reach(workshop, tmp_path, monkeypatch, switch):
    """Without a way to packages a script that needs some is to be skipped; it has not failed."""
    monkeypatch.setenv(*switch)
    monkeypatch.setenv("UV_HTTP_RETRIES", "0")
    environments = Environments(tmp_path / "environments", interpreters([]))
    script = Script(tmp_path / "s.py", "0" * 64, frozenset())
    with pytest.raises(MissingNeedError, match="cannot be fetched here"):
        environments.provide(script, ("errkb-no-such-package==1.0",))


def test_first_interpreter_that_fits(workshop, tmp_path):
    """The order of the interpreters is the order of preference."""
    here = interpreters([])[0]
    old = environment.Interpreter(Path("/old"), "3.8.1")
    environments = Environments(tmp_path, [old, here])
    assert environments.interpreter(Script(tmp_path, "", frozenset())) == old
    assert environments.interpreter(Script(tmp_path, "", frozenset(), ">=3.11")) == here
    with pytest.raises(MissingNeedError, match="needs Python <3"):
        environments.interpreter(Script(tmp_path, "", frozenset(), "<3"))
    with pytest.raises(ErrkbError, match="requires-python"):
        environments.interpreter(Script(tmp_path, "", frozenset(), "three"))
