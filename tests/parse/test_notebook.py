"""Tracebacks as notebooks print them, old and new."""

NEW = """\
---------------------------------------------------------------------------
KeyError                                  Traceback (most recent call last)
File ~/lib/python3.11/site-packages/pandas/core/indexes/base.py:3653, in Index.get_loc(self, key)
   3652 try:
-> 3653     return self._engine.get_loc(casted_key)
   3654 except KeyError as err:

File pandas/_libs/index.pyx:147, in pandas._libs.index.IndexEngine.get_loc()

KeyError: 'a'

The above exception was the direct cause of the following exception:

KeyError                                  Traceback (most recent call last)
Cell In[3], line 1
----> 1 df['a']

KeyError: 'a b'
"""
OLD = r"""KeyError                                  Traceback (most recent call last)
~\anaconda3\lib\site-packages\pandas\core\indexes\base.py in get_loc(self, key, method)
   2894             try:
-> 2895                 return self._engine.get_loc(casted_key)

pandas\_libs\index.pyx in pandas._libs.index.IndexEngine.get_loc()

<ipython-input-26-1a2b3c4d5e6f> in <module>
----> 6     x.append(y[i])

KeyError: 14
"""


def test_new_layout(events):
    """`File path:line, in f(args)` and cells; a chain is tied together."""
    first, later = events(NEW)
    assert (first.cls, first.message, first.role) == ("KeyError", "'a'", "cause")
    assert [(f.line, f.function, f.package) for f in first.frames] == [
        (3653, "Index.get_loc", "pandas"),
        (147, "pandas._libs.index.IndexEngine.get_loc", "pandas"),
    ]
    assert (later.message, later.role, later.caused_by, later.link) == ("'a b'", "wrapper", first.id, "direct")
    assert (later.frames[0].file, later.frames[0].line, later.frames[0].code) == ("Cell In[3]", 1, "df['a']")


def test_linked_paths(event):
    """Google Colab turns the paths into links and hides frames."""
    found = event(
        "RuntimeError                 Traceback (most recent call last)\n"
        "[<ipython-input-14-ad5e40d804c0>](https://localhost:8080/#) in <cell line: 0>()\n      2 \n----> 4 llm()\n\n"
        "8 frames\n[/usr/lib/python3/dist-packages/vllm/utils.py](https://localhost:8080/#) in inner(*args, **kwargs)\n"
        "-> 1161             return fn(*args)\n\nRuntimeError: gone\n"
    )
    assert (found.cls, found.message) == ("RuntimeError", "gone")
    assert [(f.line, f.function, f.package) for f in found.frames] == [
        (4, "<cell line: 0>", None),
        (1161, "inner", "vllm"),
    ]


def test_old_layout(event):
    """`path in f(args)`, the line number at the arrow, compiled frames without one."""
    found = event(OLD)
    assert (found.cls, found.message) == ("KeyError", "14")
    assert [(f.line, f.function) for f in found.frames] == [
        (2895, "get_loc"),
        (None, "pandas._libs.index.IndexEngine.get_loc"),
        (6, "<module>"),
    ]


def test_cut_end(event):
    """Where the end is missing, the header says the class."""
    found = event(OLD[: OLD.index("KeyError: 14")])
    assert (found.cls, found.message, len(found.frames)) == ("KeyError", "", 3)


def test_message_that_lost_its_class(event):
    """A last line without a class is the message; the header's class may be that of another exception."""
    found = event(OLD.replace("KeyError: 14", "Failed to import x because of y"))
    assert (found.cls, found.message) == (None, "Failed to import x because of y")


def test_syntax_error_in_a_cell(event):
    """A syntax error shows the cell and the line."""
    found = event("  Cell In[1], line 2\n    print 1\n    ^\nSyntaxError: Missing parentheses\n")
    assert (found.cls, found.frames[0].file, found.frames[0].line) == ("SyntaxError", "Cell In[1]", 2)


def test_places_alone_are_no_error(events):
    """A path with a line number, as compilers and search tools print it, is not a traceback."""
    assert events("src/app.py:12\n./lib/x.py:3: in f\n") == []
