"""Where pages are: the same in a URL and on disk, whatever a name holds."""

import re
from urllib.parse import quote

from hypothesis import given
from hypothesis import strategies as st

from errkb.web.paths import error_path, repo_path, segment

NAMES = st.text(min_size=1, max_size=300)


@given(NAMES)
def test_a_segment_is_a_name_everywhere(name):
    """It needs no quoting in a URL, leads nowhere else, and every file system takes it."""
    found = segment(name)
    assert quote(found, safe="") == found
    assert found not in ("", ".", "..")
    assert not found.startswith(".")
    assert not found.endswith(".")
    assert len(found) <= 200


@given(NAMES, NAMES)
def test_segments_tell_names_apart(one, other):
    """Two names never share a page."""
    assert (segment(one) == segment(other)) == (one == other)


def test_usual_names_stay_as_they_are():
    """People can read and guess addresses."""
    assert error_path("vllm-project/vllm", "no-memory") == "errors/vllm-project/vllm/no-memory/"
    assert repo_path("python/cpython", 2) == "repos/python/cpython/2/"


def test_hostile_names_stay_inside():
    """Neither dots nor devices nor separators get through."""
    for name in ("..", ".git", "con", "NUL.txt", "a/b", "a\\b", "%2e%2e", "a?b#c", "\u202e", "x.", "<script>"):
        assert re.fullmatch(r"[A-Za-z0-9_~-][A-Za-z0-9._~-]*", segment(name))
    assert segment("con").lower() != "con"
