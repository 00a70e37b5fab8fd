"""Exception groups: the tree comes apart into its members."""

GROUP = """\
  + Exception Group Traceback (most recent call last):
  |   File "/app/main.py", line 10, in <module>
  |     asyncio.run(main())
  | ExceptionGroup: unhandled errors in a TaskGroup (2 sub-exceptions)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File "/app/main.py", line 3, in a
    |     raise ValueError("bad")
    | ValueError: bad
    | a note
    +---------------- 2 ----------------
    | ExceptionGroup: inner (1 sub-exception)
    +-+---------------- 1 ----------------
      | TypeError: t
      +------------------------------------
"""


def test_tree(events):
    """Groups are wrappers of their first member, members are causes; lines keep their order."""
    outer, value, inner, kind = events(GROUP + "INFO: next\n")
    assert (outer.cls, outer.role, outer.caused_by, outer.link) == ("ExceptionGroup", "wrapper", value.id, "group")
    assert (value.cls, value.message, value.role) == ("ValueError", "bad\na note", "cause")
    assert (inner.message, inner.role, inner.caused_by) == ("inner (1 sub-exception)", "wrapper", kind.id)
    assert (kind.cls, kind.message, kind.role, kind.line_start) == ("TypeError", "t", "cause", 14)
    assert [frame.line for frame in outer.frames] == [10]


def test_tree_behind_prefixes(events):
    """The tree reads the same behind the mark of a process."""
    text = "".join(f"(Worker pid=7) {line}\n" for line in GROUP.splitlines())
    assert [found.cls for found in events(text)] == ["ExceptionGroup", "ValueError", "ExceptionGroup", "TypeError"]


def test_cut_tree(events):
    """A tree that is cut off keeps what is there."""
    cut = GROUP[: GROUP.index("    | ValueError")]
    outer, value = events(cut)
    assert (outer.caused_by, value.cls, value.message) == (value.id, "ValueError", "bad")
