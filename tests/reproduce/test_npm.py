"""`errkb.reproduce.npm`: packages of npm, from a folder in place of a registry."""

from __future__ import annotations

import json
import shutil

import pytest

from errkb.errors import ErrkbError
from errkb.reproduce.needs import MissingNeedError
from errkb.reproduce.npm import install, name_of


def test_name_of():
    """The @ of a scope is not the one before the release."""
    assert name_of("webpack@5.103.0") == "webpack"
    assert name_of("@babel/core@7.28.5") == "@babel/core"


def test_without_npm(monkeypatch, tmp_path):
    """Where there is no npm the script is to be skipped."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingNeedError, match="npm"):
        install(tmp_path, ["webpack@5.103.0"], 60)


@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
def test_installed(tmp_path):
    """A package comes into node_modules with its version, and its install script is not run."""
    package = tmp_path / "pump"
    package.mkdir()
    scripts = {"postinstall": "node -e \"require('fs').writeFileSync('ran', '')\""}
    (package / "package.json").write_text(json.dumps({"name": "pump", "version": "1.2.3", "scripts": scripts}))
    into = tmp_path / "environment"
    into.mkdir()
    assert install(into, [f"pump@file:{package}"], 60) == {"pump": "1.2.3"}
    assert not (into / "node_modules" / "pump" / "ran").exists()


@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
@pytest.mark.parametrize(("setting", "error"), [("true", MissingNeedError), ("false", ErrkbError)])
def test_refused(tmp_path, monkeypatch, setting, error):
    """Without a way to packages it is a need that is missing; a package that does not exist is a fault."""
    monkeypatch.setenv("npm_config_offline", setting)
    package = "errkb-no-such-package@1.0.0" if setting == "true" else "pump@file:./absent.tgz"
    with pytest.raises(error) as caught:
        install(tmp_path, [package], 60)
    assert isinstance(caught.value, MissingNeedError) == (setting == "true")
