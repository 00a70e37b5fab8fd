"""`errkb explain`: what it reads, prints and returns."""

from __future__ import annotations

import json
import os

import pytest

from errkb.dataset import Dataset
from errkb.model.contract import ExplainOutput


def test_message_as_argument(errkb, message):
    """A message given as the argument is answered with the reader's own values; exit status 0."""
    result = errkb("explain", message)
    assert result.status == 0
    assert result.out.startswith("vllm-project/vllm · error · ValueError\n")
    assert "target_vocab_size = 151936\n" in result.out
    assert "draft_vocab_size  = 128256\n" in result.out
    assert result.err == ""


def test_unquoted_words_are_one_text(errkb, message, record_id):
    """Several arguments are joined by blanks."""
    result = errkb("explain", "--format", "json", *message.split())
    assert json.loads(result.out)["matches"][0]["record"]["id"] == record_id


@pytest.mark.parametrize("way", ["file", "dash", "pipe"])
def test_ways_to_give_a_text(errkb, examples, record_id, way):
    """A file, `-` and a pipe give the same answer."""
    path = examples / "vllm-draft-vocabulary.log"
    arguments, stdin = {
        "file": ([str(path)], b""),
        "dash": (["-"], path.read_bytes()),
        "pipe": ([], path.read_bytes()),
    }[way]
    result = errkb("explain", "-f", "json", *arguments, stdin=stdin)
    assert result.status == 0
    assert json.loads(result.out)["matches"][0]["record"]["id"] == record_id


@pytest.mark.parametrize("text", ["ValueError: Target and draft", "all is well", "KeyError: 'user_id'"])
def test_json_agrees_with_the_exit_status(errkb, text):
    """The JSON is valid, and the exit status is 0 exactly when there is a match."""
    result = errkb("explain", "-f", "json", text)
    data = json.loads(result.out)
    ExplainOutput.model_validate(data)
    assert result.status == (0 if data["matches"] else 1)


def test_nothing_found(errkb):
    """A text without an error is answered with that, and exit status 1."""
    result = errkb("explain", "the quick brown fox")
    assert (result.status, result.err) == (1, "")
    assert result.out.startswith("Nothing to explain.\n")


@pytest.mark.parametrize("path", ["./no.log", "/no/such/file", "no.log", "~/no", "../no"])
def test_missing_file(errkb, path):
    """What looks like a path and is none is an error, not a paste."""
    result = errkb("explain", path)
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith(f"error: {path}: no such file\nhint: ")


def test_bad_input(errkb, tmp_path):
    """A directory, an empty text and binary data are refused with a sentence."""
    binary = tmp_path / "core"
    binary.write_bytes(bytes(range(256)) * 40)
    for arguments, stdin in ([str(tmp_path)], b""), ([""], b""), ([], b""), ([str(binary)], b""):
        result = errkb("explain", *arguments, stdin=stdin)
        assert (result.status, result.out) == (2, ""), arguments
        assert result.err.startswith("error: "), arguments
        assert "Traceback" not in result.err


def test_markdown(errkb, message):
    """`--format markdown` prints the answer for an issue."""
    result = errkb("explain", "-f", "markdown", message)
    assert "- `target_vocab_size` = `151936`\n" in result.out


def test_brief_and_full(errkb, message):
    """`--brief` is shorter than the page, `--full` longer, both at once make no sense."""
    sizes = [len(errkb("explain", message, *option).out) for option in (["--brief"], [], ["--full"])]
    assert sizes == sorted(sizes)
    assert len(set(sizes)) == 3
    assert errkb("explain", message, "--brief", "--full").status == 2


def test_repo(errkb, message):
    """`--repo` asks only the records of that repository."""
    assert errkb("explain", message, "--repo", "vllm-project/vllm").status == 0
    assert errkb("explain", message, "--repo", "sgl-project/sglang").status == 1
    unknown = errkb("explain", message, "--repo", "vllm-project/vlm")
    assert unknown.status == 2
    assert "did you mean: vllm-project/vllm" in unknown.err


def test_trace(errkb, message):
    """`--trace` follows the text; beside JSON it goes to standard error, so that the JSON stays one document."""
    assert "\nTrace\n" in errkb("explain", "--trace", message).out
    result = errkb("explain", "--trace", "-f", "json", message)
    json.loads(result.out)
    assert "Trace" in result.err


def test_text_that_begins_with_a_dash(errkb):
    """An unknown option says that a text goes after `--`; there it is a text."""
    result = errkb("explain", "-bash: vllm: command not found")
    assert result.status == 2
    assert "goes after `--`" in result.err
    assert errkb("explain", "--", "-bash: vllm: command not found").status != 2


def test_positions_are_bytes_of_the_argument(process, message):
    """Bytes that are no UTF-8 in an argument count as the bytes they are."""
    given = b"\xff\xc3\xa9 " + os.fsencode(message)
    out, _ = process("explain", "-f", "json", given).communicate()
    for capture in json.loads(out)["matches"][0]["captures"]:
        assert given[capture["start"] : capture["end"]].decode() == capture["value"]


def test_examples(errkb, examples):
    """Each example paste is answered, the one that only holds a wrapper with what to paste instead."""
    for path in sorted(examples.iterdir()):
        result = errkb("explain", str(path))
        assert result.status == 0, path.name
    result = errkb("explain", "-f", "json", str(examples / "vllm-wrapper-only.log"))
    assert json.loads(result.out)["status"] == "wrapper_only"


PRIVATE = "ConnectionRefusedError: [Errno 111] Connection refused: carolx@10.1.2.3 password=hunter2hunter2 BlueBird"


@pytest.mark.parametrize("form", ["json", "markdown", "text"])
def test_shared_answers_hold_nothing_private(errkb, form):
    """`--share` takes private values and what the user denies out of every form; the answer stays."""
    plain = errkb("explain", "--full", "-f", form, PRIVATE)
    shared = errkb("explain", "--full", "-f", form, "--share", "--deny", "bluebird", "--trace", PRIVATE)
    assert plain.status == shared.status == 0
    for value in ("10.1.2.3", "hunter2hunter2", "bluebird"):
        assert value in plain.out.lower()
        assert value not in (shared.out + shared.err).lower()
    assert "ip-1" in shared.out


def test_private_records_are_not_shared(errkb, tmp_path, make_entry):
    """What the user wrote down for himself is no answer to be shown to others."""
    folder = tmp_path / "mine"
    Dataset([make_entry(errorMessage="the bluebird does not sing on {day}")]).write(folder)
    assert errkb("sources", "add", "mine", str(folder)).status == 0
    line = "ValueError: the bluebird does not sing on monday"
    assert errkb("explain", line).status == 0
    shared = errkb("explain", "--share", line)
    assert shared.status == 1
    assert "does not sing on {day}" not in shared.out
    errkb("sources", "remove", "mine")


def test_deny_needs_share(errkb):
    """A promise that nothing keeps is an error."""
    result = errkb("explain", "--deny", "bluebird", "ValueError: x")
    assert result.status == 2
    assert "--share" in result.err
