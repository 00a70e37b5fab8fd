"""The same error of many processes is one event."""

from errkb.parse.repeats import MOST_EVENTS

TRACE = 'Traceback (most recent call last):\n  File "/a/t.py", line {line}, in f\n    g()\nRuntimeError: {message}\n'


def by_rank(ranks, message="no memory", line=3):
    """Return the traceback as each rank prints it."""
    return "".join(
        f"[rank{rank}]: {text}\n" for rank in ranks for text in TRACE.format(message=message, line=line).splitlines()
    )


def test_eight_ranks_are_one_event(event):
    """Occurrences and processes are counted; the event stands where it stood first."""
    found = event(by_rank(range(8)))
    assert (found.occurrences, found.processes) == (8, [f"rank{rank}" for rank in range(8)])
    assert (found.line_start, found.stream) == (1, "rank0")


def test_rank_numbers_inside_the_message(event):
    """A message that only differs in the number of the rank is the same."""
    assert (
        event("".join(f"[rank{n}]:[E318 04:11:09.3 a.cpp:6] [Rank {n}] timed out\n" for n in (0, 4))).occurrences == 2
    )


def test_other_numbers_make_another_error(events):
    """Messages that differ otherwise are kept apart."""
    assert len(events("ValueError: took 1 s\nValueError: took 2 s\n")) == 2


def test_other_place_makes_another_error(events):
    """One wording raised at two places is two errors."""
    assert len(events(by_rank([0]) + by_rank([1], line=9))) == 2


def test_title_above_the_traceback(event):
    """A line without frames is the same error as the traceback that ends with it."""
    found = event("RuntimeError: no memory\n\n" + TRACE.format(message="no memory", line=3))
    assert (found.occurrences, len(found.frames), found.line_start) == (2, 1, 1)


def test_interleaved_processes_come_apart(events):
    """Tracebacks that are printed at the same time are read process by process."""
    one = by_rank([0], message="one").splitlines()
    two = by_rank([1], message="two").splitlines()
    text = "\n".join(line for pair in zip(one, two, strict=True) for line in pair)
    assert [(e.message, e.stream, len(e.frames)) for e in events(text)] == [("one", "rank0", 1), ("two", "rank1", 1)]


def test_number_of_events_is_bounded(events):
    """Of very many different errors the first are kept, and their repeats are still counted."""
    text = "".join(f"ValueError: number {n}\n" for n in range(MOST_EVENTS + 50)) + "ValueError: number 7\n"
    found = events(text)
    assert len(found) == MOST_EVENTS
    assert found[7].occurrences == 2
