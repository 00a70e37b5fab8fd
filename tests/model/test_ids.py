"""Ids, slugs, windows and permalinks of records that are published, and the corners of the rules."""

import pytest

from errkb.model import ids, pattern

VLLM, VLLM_SHA = "vllm-project/vllm", "c794754062d49a8fdb63ab3c5215b488b865030c"
SGLANG, SGLANG_SHA = "sgl-project/sglang", "0132848349585cfe6aae51c4941cbae872505f8a"
DRAFT_VOCAB = (
    "Target and draft model should have the same vocabulary size. Target model vocab_size={target_vocab_size}. "
    "Draft model vocab_size={draft_vocab_size}. Using models with different tokenizers can cause out-of-bounds errors "
    "during speculative decoding."
)
STANDALONE = (
    "STANDALONE speculative decoding requires the draft model to share the same vocabulary as the target model, but "
    "got target vocab_size={target_vocab_size} and draft vocab_size={draft_vocab_size}. Use a draft model with a "
    "matching vocabulary, or a speculative algorithm that supports heterogeneous vocabularies."
)
TOPK = "dspark_draft_topk must be between 1 and the draft vocabulary size ({draft_vocab_size})"
SPECULATIVE, STANDALONE_PATH = "vllm/config/speculative.py", "python/sglang/srt/speculative/standalone_worker_v2.py"


@pytest.mark.parametrize(
    ("repo", "message", "path", "expected"),
    [
        (VLLM, DRAFT_VOCAB, SPECULATIVE, "74d3fdb0bc7f5759"),
        (SGLANG, STANDALONE, STANDALONE_PATH, "99f0a919c2376bf6"),
        (VLLM, TOPK, SPECULATIVE, "d994c654dc5bf15c"),
    ],
)
def test_published_ids_reproduce(repo, message, path, expected):
    """The ids of published records follow from repo, message and path."""
    assert ids.record_id(repo, None, message, path) == expected


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (DRAFT_VOCAB, "target-and-draft-model-should-have-the-same-vocabu"),
        (STANDALONE, "standalone-speculative-decoding-requires-the-draft"),
        (TOPK, "dspark-draft-topk-must-be-between-1-and-the-draft"),
    ],
)
def test_published_slugs_reproduce(message, expected):
    """The slugs of published records follow from the first 50 characters of the message."""
    assert ids.slug(None, message) == expected


def test_published_patterns_reproduce():
    """The patterns of published records follow from their messages."""
    assert pattern.derive(DRAFT_VOCAB) == (
        r"Target and draft model should have the same vocabulary size\. Target model vocab_size=(.+?)\. Draft model "
        r"vocab_size=(.+?)\. Using models with different tokenizers can cause out-of-bounds errors during speculative "
        r"decoding\."
    )
    assert pattern.derive(STANDALONE) == (
        "STANDALONE speculative decoding requires the draft model to share the same vocabulary as the target model, "
        r"but got target vocab_size=(.+?) and draft vocab_size=(.+?)\. Use a draft model with a matching vocabulary, "
        r"or a speculative algorithm that supports heterogeneous vocabularies\."
    )


@pytest.mark.parametrize(("line", "window"), [(1412, (1394, 1430)), (211, (193, 229)), (1106, (1088, 1124))])
def test_published_windows_reproduce(line, window):
    """The windows of published records are 18 lines either side of the raise."""
    assert ids.source_window(line) == window


@pytest.mark.parametrize(
    ("line", "total", "window"),
    [(1, None, (1, 19)), (18, 20, (1, 20)), (20, 20, (2, 20)), (5, 3, (1, 3)), (40, 3, (22, 22))],
)
def test_window_is_cut_at_the_ends_of_the_file(line, total, window):
    """A window never leaves the file, and is never empty even when the file is shorter than its line."""
    assert ids.source_window(line, total) == window


def test_published_permalinks_reproduce():
    """The addresses of published records follow from repo, commit, path and window."""
    assert ids.permalink(VLLM, VLLM_SHA, SPECULATIVE, 1394, 1430) == (
        f"https://github.com/vllm-project/vllm/blob/{VLLM_SHA}/vllm/config/speculative.py#L1394-L1430"
    )
    assert ids.permalink(SGLANG, SGLANG_SHA, STANDALONE_PATH, 193, 229) == (
        f"https://github.com/sgl-project/sglang/blob/{SGLANG_SHA}/{STANDALONE_PATH}#L193-L229"
    )


@pytest.mark.parametrize(
    ("start", "end", "fragment"), [(7, 7, "#L7"), (7, None, "#L7"), (None, None, ""), (7, 9, "#L7-L9")]
)
def test_permalink_names_the_lines_that_are_known(start, end, fragment):
    """One line gives one `#L`, no line gives no fragment."""
    assert (
        ids.permalink("o/r", "0" * 40, "a.py", start, end) == f"https://github.com/o/r/blob/{'0' * 40}/a.py{fragment}"
    )


def test_permalink_quotes_what_a_path_cannot_hold():
    """Blanks, `#`, `?`, `%` and other scripts are percent-encoded, what a path may hold is not."""
    link = ids.permalink("o/r", "0" * 40, "my dir/ä#?%/[id]+@v(1).py", 1)
    assert link.endswith("/my%20dir/%C3%A4%23%3F%25/%5Bid%5D+@v(1).py#L1")


def test_error_code_is_the_key_of_id_and_slug():
    """Where there is a code, the message plays no part, even if the code is empty."""
    assert ids.record_id("o/r", "E1", "one", "a") == ids.record_id("o/r", "E1", "two", "a")
    assert ids.record_id("o/r", "", "one", "a") == ids.record_id("o/r", "", "two", "a")
    assert ids.slug("ERR_INVALID_URL", "whatever") == "err-invalid-url"


@pytest.mark.parametrize(
    ("message", "slug"),
    [("", "error"), ("{}", "error"), ("日本語", "error"), ("--A--b--", "a-b"), ("x" * 60, "x" * 50), ("İ 1", "i-1")],
)
def test_slug_of_unusual_messages(message, slug):
    """Nothing left gives `error`; only ASCII letters and digits count; it is cut before the case is changed."""
    assert ids.slug(None, message) == slug


def test_slug_with_id_takes_six_characters():
    """The second record of a repo with the same slug gets six characters of its id."""
    assert ids.slug_with_id("a-b", "0123456789abcdef") == "a-b-012345"
