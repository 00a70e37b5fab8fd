"""Code as HTML: the text stays what it was, whatever it holds."""

from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errkb.normalize import printable
from errkb.web.highlight import highlight


def plain(html: str) -> str:
    import re

    return unescape(re.sub(r"</?(?:span|mark)[^>]*>", "", html))


@given(
    st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\r")),
    st.sampled_from(["python", "bash", "json", "rust", "text"]),
)
def test_the_text_is_kept(code, language):
    """Without its tags the HTML is the code; no other markup is in it."""
    html = str(highlight(code, language))
    assert plain(html) == printable(code).strip("\n")


@pytest.mark.parametrize("language", ["python", "javascript", "yaml", "diff", "docker", "toml", "text", "no-such"])
def test_markup_is_text(language):
    """What looks like a tag is shown."""
    html = str(highlight("x = '<script>alert(1)</script>' # </code></pre>", language))
    assert "<script" not in html
    assert "</pre" not in html
    assert "</code" not in html


def test_spans_end_with_their_line():
    """A comment over several lines is one span on each, so that a line can be marked."""
    html = str(highlight('"""one\ntwo\nthree"""\nx = 1', "python", start=10, marked=11))
    lines = html.split("\n")
    assert all(line.count("<span") == line.count("</span>") for line in lines)
    assert lines[1].startswith("<mark>")


def test_long_code_is_left_plain():
    """Lexers are not given what no source file has."""
    assert "<span" not in str(highlight("a = " + "(" * 500, "python"))
