"""Files and streams, one process or two."""

from __future__ import annotations

import io
import os
from functools import partial

import pytest

from errkb.errors import ErrkbError, InputError
from errkb.index.bulk import BulkPool, open_segments, scan_file, scan_stream
from tests.index.bulk.conftest import LINES, PATTERNS

HEALTHY = b"2025-01-01 12:00:00,000 INFO [app] request done in 12 ms, all is well\n"


@pytest.fixture(scope="module")
def folders(tmp_path_factory, write_segment):
    """Return the folders of two segments."""
    path = tmp_path_factory.mktemp("bulk")
    return [write_segment(path / "0", PATTERNS[::2], "NoSuchKey"), write_segment(path / "1", PATTERNS[1::2])]


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    """Return a log long enough for a gate, errors spread over it, without a final line end."""
    path = tmp_path_factory.mktemp("log") / "x.log"
    errors = b"\n".join(LINES)
    path.write_bytes((HEALTHY * 60000 + errors + b"\n") * 5 + HEALTHY + errors)
    return path


def test_two_processes_find_the_same(folders, log):
    """One process, two, and other ranges and blocks give the same hits in the same order."""
    opener = partial(open_segments, folders)
    one = list(scan_file(log, opener))
    assert len(one) > 100
    assert [hit[:2] for hit in one] == sorted(hit[:2] for hit in one)
    with BulkPool(opener, 2) as pool:
        assert list(pool.scan_file(log, size=1 << 20)) == one
        assert list(pool.scan_file(log, size=123_456, block=10_000)) == one


def test_a_stream_gives_the_same(folders, log):
    """A stream read in small pieces gives what the file gives."""
    data = io.BytesIO(log.read_bytes())
    one = list(scan_file(log, partial(open_segments, folders)))
    assert list(scan_stream(open_segments(folders), lambda wanted: data.read(min(wanted, 70_000)))) == one


def test_a_fifo_is_a_stream(folders, tmp_path):
    """What is no regular file is read to its end, even with two processes asked for."""
    import threading

    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    writer = threading.Thread(target=lambda: fifo.write_bytes(b"\n".join(LINES)))
    writer.start()
    found = list(scan_file(fifo, partial(open_segments, folders), processes=2))
    writer.join()
    assert len(found) > 10


def test_unreadable_input_is_an_input_error(folders, tmp_path):
    """A missing file and a folder are reported with their path."""
    for path in (tmp_path / "none", tmp_path):
        for processes in (1, 2):
            with pytest.raises(InputError) as caught:
                list(scan_file(path, partial(open_segments, folders), processes=processes))
            assert caught.value.where == str(path)


def _dies():
    os._exit(3)


def test_a_dead_process_is_reported(log):
    """A process that dies ends the scan with an error, not a wait."""
    with BulkPool(_dies, 2) as pool, pytest.raises(ErrkbError, match="ended abruptly"):
        list(pool.scan_file(log))
