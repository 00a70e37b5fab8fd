"""Cython, C, C++ and Rust sources of Python packages -> located errors."""

from __future__ import annotations

import textwrap

from errkb.harvest.cython import Cython
from errkb.harvest.native import C, Rust
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


def test_c_calls_that_set_an_exception() -> None:
    """Literals are joined, macros and conversions become placeholders, variables are looked up."""
    source = r"""
    static const char *msg = "text in a variable";
    static PyObject *
    do_it(PyObject *self)
    {
        PyErr_SetString(PyExc_ValueError, "two " /* note */
                        "parts");
        PyErr_Format(PyExc_TypeError, "got %R, size %" NPY_INTP_FMT " and %.200s (%zd)", obj, n, name, k);
        PyErr_SetString(PyExc_IndexError, msg);
        if (PyErr_WarnEx(PyExc_RuntimeWarning, "careful, \"this\"", 1) < 0) { return NULL; }
        throw std::runtime_error("it broke: 100%");
    }
    """
    found = harvest(C(), source)
    assert [(one.cls, one.message) for one in found] == [
        ("ValueError", "two parts"),
        ("TypeError", "got {obj}, size %d and %.200s (%zd)"),
        ("IndexError", "text in a variable"),
        ("RuntimeWarning", 'careful, "this"'),
        ("RuntimeError", "it broke: 100%"),
    ]
    assert {one.function for one in found} == {"do_it"}
    assert found[3].severity == "warning"


def test_rust_errors_and_message_tables() -> None:
    """Errors of PyO3 and tables of messages by variant are found, the variant as code."""
    source = """
    impl ErrorType {
        pub fn message_template(&self) -> &str {
            match self {
                Self::Missing { .. } => "Field required",
                Self::TooLong { .. } => {
                    "at most {max} items"
                }
            }
        }
    }
    fn make() -> PyResult<()> {
        return Err(PyValueError::new_err(format!("no {name} here")));
    }
    """
    found = harvest(Rust(), source)
    assert [(one.message, one.code, one.cls) for one in found] == [
        ("Field required", "missing", "ValidationError"),
        ("at most {max} items", "too_long", "ValidationError"),
        ("no {name} here", None, "ValueError"),
    ]
