"""What all tests of languages share: source in, located errors out."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

import pytest

from errkb.harvest.languages import LANGUAGES
from errkb.harvest.syntax import SyntaxHarvester
from errkb.model.located import Located

Located_ = Callable[..., list[Located]]


@pytest.fixture
def located() -> Located_:
    """Return the located errors of files, by suffix (one file) or by name."""

    def read(suffix: str, source: str, **others: str) -> list[Located]:
        language = next(one for one in LANGUAGES if suffix in one.grammars)
        harvester = SyntaxHarvester(language)
        files = {f"pkg/a{suffix}": source} | {f"pkg/{name}{suffix}": text for name, text in others.items()}
        return list(harvester.link({path: harvester.read(path, textwrap.dedent(text)) for path, text in files.items()}))

    return read
