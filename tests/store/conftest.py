"""Segments with tables."""

import copy
import shutil
from pathlib import Path

import pytest

from errkb.dataset import Dataset, beside, recordfile
from errkb.dataset.tables import make_tables
from tests.beside import ARTICLE, EVIDENCE, VERIFIED


def make_dataset(make):
    """Return a dataset of three records, one with everything beside it, and one article."""
    full, bare, odd = (
        make(tags=["validation", "type-error"]),
        make(errorMessage="another message", solutions=[], httpStatus=404),
        make(errorMessage="nul \x00, quote ' \" \\ and \U0001f600 é", lineNumber=None),
    )
    full.evidence, full.verified = copy.deepcopy(EVIDENCE), copy.deepcopy(VERIFIED)
    odd.evidence = copy.deepcopy(EVIDENCE)
    return Dataset([full, bare, odd], [copy.deepcopy(ARTICLE)])


def write(folder, dataset):
    """Write a segment with its tables."""
    recordfile.write(folder, dataset.entries)
    beside.write(folder, dataset.articles)
    make_tables(folder)


@pytest.fixture
def dataset(make_record_once):
    """Return a dataset to change."""
    return make_dataset(make_record_once)


@pytest.fixture(scope="session")
def built(tmp_path_factory, make_record_once):
    """Return the folder of a segment that nobody changes; its name has what a path may have."""
    folder = tmp_path_factory.mktemp("built") / "it's a [segment]*"
    folder.mkdir()
    write(folder, make_dataset(make_record_once))
    return folder


@pytest.fixture
def segment(built, tmp_path):
    """Return a copy of it."""
    return Path(shutil.copytree(built, tmp_path / built.name))
