"""C, C++ and CUDA: one row for each construct."""

from __future__ import annotations

import pytest

from errkb.harvest.languages.cpp_source import prepared, worth

CPP = {
    "std exception": (
        'throw std::runtime_error("it broke: " + name);',
        "raise",
        "std::runtime_error",
        "it broke: {name}",
    ),
    "std::string": ('throw Error(std::string("no ") + a + " here");', "raise", "Error", "no {a} here"),
    "format": ('throw CatalogException("%s is no schema", a);', "raise", "CatalogException", "%s is no schema"),
    "per cent sign": ('throw Error("100% sure");', "raise", "Error", "100% sure"),
    "context before the text": ('throw Error(Context(), "no %s", a);', "raise", "Error", "no %s"),
    "factory": ("throw CatalogException::Missing(a, b);", "raise", "CatalogException", ""),
    "braces": ('throw ParseError{"no token"};', "raise", "ParseError", "no token"),
    "raw string": ('throw Error(R"(a "b")");', "raise", "Error", 'a "b"'),
    "variable": ('std::string m = "no " + a;\nthrow Error(m);', "raise", "Error", "no {a}"),
    "macro": ("throw Error(GONE);", "raise", "Error", "it is gone"),
    "status": ('return absl::InternalError(absl::StrCat("bad value: ", v));', "raise", None, "bad value: {v}"),
    "check": ('TORCH_CHECK(a == b, "Expected ", a, " got ", b);', "raise", "RuntimeError", "Expected {a} got {b}"),
    "check of a kind": ('TORCH_CHECK_TYPE(ok, "not a ", a);', "raise", "TypeError", "not a {a}"),
    "glog": ('LOG(FATAL) << "Unexpected type: " << t;', "exit", None, "Unexpected type: {t}"),
    "glog check": ('CHECK_GT(n, 0)\n  << "call Next() first";', "exit", None, "call Next() first"),
    "stream": ('std::cerr << "cannot open " << f << std::endl;', "log", None, "cannot open {f}"),
    "fmt": ('throw Error(fmt::format("no {} in {}", a, b));', "raise", "Error", "no {} in {}"),
    "spdlog": ('spdlog::error("lost {}", a);', "log", None, "lost {}"),
}
C = {
    "die": ("die(_(\"unable to mkdir '%s'\"), dir);", "exit", None, "unable to mkdir '%s'"),
    "error": ('return error("bad line: %s", s);', "log", None, "bad line: %s"),
    "warning": ('warning_errno("accept failed");', "warn", None, "accept failed"),
    "standard error": ('fprintf(stderr, "usage: %s\\n", name);', "log", None, "usage: %s"),
    "format macro": ('die("size %" PRIu64 " is too large", n);', "exit", None, "size {n} is too large"),
    "joined": ('BUG("two "\n      "parts");', "exit", None, "two parts"),
    "constant": ("die(_(advice), dir);", "exit", None, "look at %s"),
    "postgres": ('ereport(ERROR, (errcode(X), errmsg("no column \\"%s\\"", c)));', "raise", None, 'no column "%s"'),
    "ruby": ('rb_raise(rb_eArgError, "wrong number (%d)", n);', "raise", "ArgumentError", "wrong number (%d)"),
}


@pytest.mark.parametrize("name", CPP)
def test_constructs_of_cpp(name: str, located) -> None:
    """Each construct is found once, with its kind, class, message and function."""
    source, kind, cls, message = CPP[name]
    found = located(".cc", f'#define GONE "it is gone"\nvoid Server::Run(int n) {{\n{source}\n}}\n')
    assert [(one.kind, one.cls, one.message, one.function) for one in found] == [(kind, cls, message, "Server::Run")]


@pytest.mark.parametrize("name", C)
def test_constructs_of_c(name: str, located) -> None:
    """Each construct is found once, with its kind, class, message and function."""
    source, kind, cls, message = C[name]
    found = located(
        ".c", f'static const char advice[] = N_("look at %s");\nstatic char *run(int n)\n{{\n{source}\n}}\n'
    )
    assert [(one.kind, one.cls, one.message, one.function) for one in found] == [(kind, cls, message, "run")]


def test_calls_that_set_an_exception_for_python(located) -> None:
    """Literals are joined, macros and conversions become placeholders, variables are looked up, classes Python's."""
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
    found = located(".cpp", source)
    assert [(one.cls, one.message) for one in found] == [
        ("ValueError", "two parts"),
        ("TypeError", "got {obj}, size {n} and %.200s (%zd)"),
        ("IndexError", "text in a variable"),
        ("RuntimeWarning", 'careful, "this"'),
        ("RuntimeError", "it broke: 100%"),
    ]
    assert {one.function for one in found} == {"do_it"}
    assert found[3].severity == "warning"


def test_templates_of_numpy(located) -> None:
    """`@name@` is an identifier in code and a placeholder in text."""
    source = """
    /**begin repeat
     * #TYPE = A, B#
     */
    static int @TYPE@_set(void *p) { PyErr_SetString(PyExc_ValueError, "bad @TYPE@ value"); return -1; }
    """
    assert [(one.message, one.function) for one in located(".c.src", source)] == [("bad {TYPE} value", "_TYPE__set")]


def test_texts_of_error_codes(located) -> None:
    """What a function returns that tells what an error means has the label of its case as code."""
    source = """
    const char *my_strerror(int error) {
      switch(error) {
      case MY_NO_HOST: return "Could not resolve the host";
      }
      return "";
    }
    const char *other(int n) { return "not an error"; }
    """
    assert [(one.message, one.code, one.function) for one in located(".c", source)] == [
        ("Could not resolve the host", "MY_NO_HOST", "my_strerror")
    ]


def test_exception_classes_and_helpers(located) -> None:
    """A constructor that adds text makes the message; a file's own helper gives a place for each of its calls."""
    source = """
    struct MissingError : public Error {
      explicit MissingError(const std::string &what) : Error("no " + what + " here") {}
    };
    [[noreturn]] static void Refuse(const std::string &why) { throw ParseError("refused: " + why); }
    void Run() { throw MissingError("pear"); Refuse("too late"); }
    """
    found = [(one.line, one.cls, one.message) for one in located(".cpp", source)]
    assert (6, "MissingError", "no pear here") in found
    assert (6, "ParseError", "refused: too late") in found


def test_cuda(located) -> None:
    """Kernels and their launches do not hide what is around them."""
    source = """
    __global__ void add(int n, float *x) { for (int i = 0; i < n; i++) x[i] += 1; }
    void run() { add<<<1, 256>>>(n, x); if (bad) throw std::runtime_error("launch failed"); }
    """
    assert [(one.message, one.function) for one in located(".cu", source)] == [("launch failed", "run")]


def test_prepared_source_keeps_every_byte_in_its_place() -> None:
    """Only macros between strings and marks of templates change."""
    source = b'x("a %" PRIu64 " b", "@T@"); y("c" LOC_FMT);\n/**begin repeat */ @T@ z;\n'
    made = prepared(source)
    assert len(made) == len(source)
    assert made == b'x("a %" "   d" " b", "@T@"); y("c" "%   d");\n/**begin repeat */ _T_ z;\n'


def test_only_files_with_text_are_parsed() -> None:
    """A check without text alone is not worth it, something thrown is."""
    assert not worth(b'ASSERT(a > b); x = "text";', 0)
    assert worth(b'ASSERT(a > b,\n       "text");', 0)
    assert worth(b"throw Missing();", 0)


def test_what_is_no_error(located) -> None:
    """Comments, strings, bare checks, plain output and rethrown exceptions say nothing."""
    source = """
    // throw Error("in a comment");
    const char *s = "throw Error(in a string)";
    void run() { CHECK(a > 0); std::cout << "fine" << x; printf("fine %d", n); throw; LOG(INFO) << "fine"; fail(); }
    """
    assert located(".cc", source) == []


@pytest.mark.parametrize(
    "source", [b'"a', b'x("a\\" + PRIu64 "\n', b"/* a /* b", b'r#"a"', b"'", b"{{{", b"}}}", b"a!{ b!{ fn"]
)
def test_source_that_is_not_closed_stays_as_long(source: bytes) -> None:
    """Whatever is opened goes to the end of its line or of the file, however often it stands there."""
    assert len(prepared(source * 2000)) == len(source) * 2000
