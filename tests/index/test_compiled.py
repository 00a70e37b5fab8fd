"""Compiled literals are a cache: whatever stands in their file, the literals asked for are found."""

import pytest

from errkb.index.automaton import compile_literals
from errkb.index.compiled import compiled, compiled_file, keep_compiled, key_of

LITERALS = [b"one literal", b"another"]


def load(folder, backend, literals=LITERALS):
    """Return what the file of a folder gives for some literals, and how often they were compiled."""
    times = []
    path = compiled_file(folder, "strong", backend)
    automaton = compiled(path, key_of(literals), lambda: times.append(1) or literals, backend)
    return automaton, len(times)


@pytest.fixture(params=["hyperscan", "daachorse"])
def backend(request):
    """Each of both."""
    return request.param


def test_what_was_compiled_is_kept(tmp_path, backend):
    """The second time nothing is compiled, and the same is found."""
    first, times = load(tmp_path, backend)
    again, more = load(tmp_path, backend)
    assert (times, more) == (1, 0)
    assert again.find(b"not one literal") == first.find(b"not one literal") == [(0, 15)]
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("damage", [lambda d: d[:0], lambda d: d[:-5], lambda d: d[:16], lambda d: bytes(len(d))])
def test_damage_is_compiled_again(tmp_path, backend, damage):
    """A file that is empty, cut or overwritten is replaced."""
    load(tmp_path, backend)
    path = compiled_file(tmp_path, "strong", backend)
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    automaton, times = load(tmp_path, backend)
    assert times == 1
    assert automaton.find(b"another") == [(1, 7)]
    assert path.read_bytes() == whole


def test_those_of_other_literals_are_not_used(tmp_path, backend):
    """A file that is sound, but belongs to another index, is never another answer."""
    path = compiled_file(tmp_path, "strong", backend)
    keep_compiled(path, key_of([b"other"]), compile_literals([b"other"], backend))
    automaton, times = load(tmp_path, backend)
    assert times == 1
    assert automaton.find(b"the other one, another") == [(1, 22)]


def test_a_folder_that_cannot_be_written_is_left_as_it_is(tmp_path, backend):
    """Compiling goes on without keeping: the file's place is taken by a folder here, which stops root as well."""
    compiled_file(tmp_path, "strong", backend).mkdir()
    automaton, times = load(tmp_path, backend)
    assert times == 1
    assert automaton.find(b"another") == [(1, 7)]
    assert len(list(tmp_path.iterdir())) == 1
