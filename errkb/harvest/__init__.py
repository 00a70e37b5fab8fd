"""Harvest: source -> located errors, mechanically: no model, no network, nothing imported or run.

One package per language behind the `Harvester` protocol (`errkb.hookspecs`).
"""

from __future__ import annotations

from errkb.harvest.cython import Cython
from errkb.harvest.languages import LANGUAGES
from errkb.harvest.python import Python
from errkb.harvest.syntax import SyntaxHarvester
from errkb.hookspecs import Harvester

__all__ = ["BUILTIN"]

BUILTIN: tuple[Harvester, ...] = (Python(), Cython(), *map(SyntaxHarvester, LANGUAGES))
"""All harvesters; a file belongs to the first that reads its suffix."""
