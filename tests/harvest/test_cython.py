"""Cython sources -> located errors."""

from __future__ import annotations

import textwrap

from errkb.harvest.cython import Cython
from errkb.hookspecs import Harvester
from errkb.model.located import Located


def harvest(harvester: Harvester, source: str) -> list[Located]:
    facts = {"a/b": harvester.read("a/b", textwrap.dedent(source))}
    return list(harvester.link(facts))


def test_cython_is_read_as_python_whatever_its_grammar_adds() -> None:
    """Casts, C declarations, templates and cdef classes do not hide a raise; lines stay."""
    source = """
    cimport numpy as cnp
    from libc.math cimport sqrt
    {{for name in names}}
    ctypedef fused real:
        float
        double
    cdef extern from "x.h":
        int f(int)
    cdef class Engine(Base):
        cdef:
            int64_t size
        cpdef int check(self, object value, int n=3) except? -1:
            cdef int i = <int>value
            for i in range(n):
                with nogil:
                    f(<int*>&i)
            if not PyLong_Check(value) and <object>value is None:
                raise ValueError(f"bad {value!r} "
                                 f"of {n}")
            msg = "%s has no freq" % value
            raise AttributeError(msg)
    {{endfor}}
    """
    found = harvest(Cython(), source)
    assert [(one.line, one.cls, one.message, one.function) for one in found] == [
        (19, "ValueError", "bad {value!r} of {n}", "Engine.check"),
        (22, "AttributeError", "%s has no freq", "Engine.check"),
    ]
