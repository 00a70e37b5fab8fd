"""The names other programs may use: pinned here, so that none disappears by accident."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

import errkb

MODULES = sorted(
    module.name for module in pkgutil.walk_packages(errkb.__path__, "errkb.") if module.name != "errkb.__main__"
)


def test_public_names():
    """The package offers these names and no others."""
    assert sorted(errkb.__all__) == [
        "Dataset",
        "ErrkbError",
        "ErrorEvent",
        "Explanation",
        "KnowledgeBase",
        "Match",
        "Record",
        "TriageReport",
    ]


@pytest.mark.parametrize("name", errkb.__all__)
def test_public_names_load(name):
    """Each public name loads on first use and has a docstring."""
    assert getattr(errkb, name).__doc__


def test_unknown_name():
    """Any other name is an AttributeError, as in every module."""
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        errkb.nothing  # noqa: B018


@pytest.mark.parametrize("name", MODULES)
def test_all_is_true(name):
    """Every module has a docstring, and each name in its `__all__` exists."""
    module = importlib.import_module(name)
    assert module.__doc__, name
    for public in getattr(module, "__all__", ()):
        assert hasattr(module, public), f"{name}.{public}"
