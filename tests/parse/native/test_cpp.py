"""C and C++: uncaught exceptions, sanitizers, crashes of the interpreter, compilers, linkers, CMake."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

PARTS = [
    *("terminate called after throwing an instance of 'a::B'", "  what():  no x", "libc++abi: terminating due to x"),
    *("Exception raised from f at a.cpp:1 (most recent call first):", "frame #0: f + 0x1 (0x2 in /a/b.so)", "frame #"),
    *("==1==ERROR: AddressSanitizer: x on y", "    #0 0x1 in f /a.c:3", "SUMMARY: AddressSanitizer: x /a.c:3 in f", ""),
    *(
        "==================",
        "WARNING: ThreadSanitizer: data race (pid=1)",
        "==1==ABORTING",
        "a.c:3:5: runtime error: x",
    ),
    *("==9== Invalid read of size 4", "==9==    at 0x4005: main (a.c:3)", "Fatal Python error: Aborted", "text"),
    *(
        "Current thread 0x0000 (most recent call first):",
        '  File "a.py", line 3 in f',
        "Extension modules: a (total: 1)",
    ),
    *(
        "a.c: In function 'main':",
        "a.c:3:5: error: x",
        "    3 | x",
        "      | ^",
        "a.c:1:1: note: y",
        "compilation terminated.",
    ),
    *(
        "a.c(3): error C2065: x",
        "nvcc fatal   : x",
        "/usr/bin/ld: a.o: in function `f':",
        "a.c:(.text+0x1): undefined reference to `g'",
    ),
    *(
        "collect2: error: ld returned 1 exit status",
        ">>> referenced by a.c",
        "CMake Error at a.txt:3 (x):",
        "  para",
        "    ^",
    ),
    *(
        "Call Stack (most recent call first):",
        "  a.txt:2 (include)",
        "-- Configuring incomplete, errors occurred!",
        "Aborted",
    ),
]


@pytest.mark.parametrize(
    ("text", "cls", "message"),
    [
        ("terminate called after throwing an instance of 'a::B'\n  what():  no x\n", "a::B", "no x"),
        ("terminate called after throwing an instance of 'int'\n", "int", ""),
        ("terminate called without an active exception\n", None, "terminate called without an active exception"),
        ("  what():  only this is left\n", None, "only this is left"),
        ("libc++abi: terminating due to uncaught exception of type a::B: no x\n", "a::B", "no x"),
        ("libc++abi.dylib: terminating with uncaught exception of type a::B: no x\n", "a::B", "no x"),
        ("libc++abi: Pure virtual function called!\n", None, "Pure virtual function called!"),
    ],
)
def test_terminate(event, text, cls, message):
    """The class is the thrown type, the message what `what()` says."""
    found = event(text)
    assert (found.cls, found.message, found.language, found.role) == (cls, message, "cpp", "cause")


@pytest.mark.parametrize(
    ("text", "cls", "code", "raising"),
    [
        (
            "==1==ERROR: AddressSanitizer: SEGV on 0x0\n    #0 0x1 in f(int) /a.cc:3:9\n    #1 0x2 in g /b.cc:8",
            "AddressSanitizer",
            "SEGV",
            ("/a.cc", 3, "f(int)"),
        ),
        (
            "==1==ERROR: LeakSanitizer: detected memory leaks\n\nDirect leak of 4 byte(s):\n    #0 0x1 in f /a.c:3\n",
            "LeakSanitizer",
            "detected memory leaks",
            ("/a.c", 3, "f"),
        ),
        (
            "WARNING: MemorySanitizer: use-of-uninitialized-value\n    #0 0x1 in f /a.c:3\n",
            "MemorySanitizer",
            "use-of-uninitialized-value",
            ("/a.c", 3, "f"),
        ),
        (
            "SUMMARY: AddressSanitizer: heap-buffer-overflow /a.cc:11 in over(int)\n",
            "AddressSanitizer",
            "heap-buffer-overflow",
            ("/a.cc", 11, "over(int)"),
        ),
        (
            "==9== Invalid read of size 4\n==9==    at 0x4005: f (a.c:3)\n==9==    by 0x4006: main (a.c:9)\n",
            None,
            None,
            ("a.c", 3, "f"),
        ),
        ("a.cpp:3:5: runtime error: load of null pointer\n", None, None, ("a.cpp", 3, None)),
    ],
)
def test_sanitizer(event, text, cls, code, raising):
    """Class, kind and raising frame of a report; a summary is enough where the rest is cut off."""
    found = event(text)
    assert (found.cls, found.code) == (cls, code)
    frame = found.frames[-1]
    assert (frame.file, frame.line, frame.function) == raising


@pytest.mark.parametrize(
    ("text", "code", "language", "place"),
    [
        ("a.cpp:3:5: error: x\n", None, "cpp", ("a.cpp", 3)),
        ("/s/a.cu(12): error: x\n", None, "cuda", ("/s/a.cu", 12)),
        ("a.c:3: error: x\n", None, "c", ("a.c", 3)),
        ("a.c:3:1: internal compiler error: x\n", None, "c", ("a.c", 3)),
        ("C:\\s\\a.cpp(3,5): error C2065: x [C:\\s\\a.vcxproj]\n", "C2065", "cpp", ("C:\\s\\a.cpp", 3)),
        ("1>a.cpp(3): fatal error C1083: x\n", "C1083", "cpp", ("a.cpp", 3)),
    ],
)
def test_diagnostic(event, text, code, language, place):
    """File, line and code of what compilers print; the language comes from the ending of the file."""
    found = event(text)
    assert (found.message, found.code, found.language) == ("x", code, language)
    assert (found.frames[0].file, found.frames[0].line) == place


@pytest.mark.parametrize("text", ["Foo.java:3: error: cannot find symbol\n", "a.ts(3,5): error TS2322: x\n"])
def test_other_compilers_are_left_alone(event, text):
    """Diagnostics of other languages look alike; they are not called C++."""
    assert event(text).language not in {"c", "cpp"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a.c:(.text+0xa): undefined reference to `f'\n", "undefined reference to `f'"),
        ("/usr/bin/ld: cannot find -lfoo\n", "cannot find -lfoo"),
        ("ld: library not found for -lfoo\n", "library not found for -lfoo"),
        ("ld.lld: error: undefined symbol: f\n>>> referenced by a.c\n", "undefined symbol: f"),
        ("a.obj : error LNK2001: unresolved external symbol f\n", "unresolved external symbol f"),
        (
            "/usr/bin/ld: a.o: relocation R_X86_64_32 against `.rodata' can not be used; recompile with -fPIC\n",
            "relocation R_X86_64_32 against `.rodata' can not be used; recompile with -fPIC",
        ),
    ],
)
def test_linker(event, text, message):
    """What linkers say, without the prefix that names them."""
    found = event(text)
    assert (found.message, found.role) == (message, "cause")


def test_linker_report_is_caused_by_the_first_line(events):
    """`collect2` only reports what the linker said."""
    text = "a.c:(.text+0xa): undefined reference to `f'\ncollect2: error: ld returned 1 exit status\n"
    first, report = events(text)
    assert (report.role, report.caused_by) == ("wrapper", first.id)


def test_interpreter_names_the_exception(events):
    """A fatal error at start-up is caused by the exception printed below it."""
    text = (
        "Fatal Python error: init_fs_encoding: no codec\nPython runtime state: core "
        "initialized\nModuleNotFoundError: x\n"
    )
    fatal, reason = events(text)
    assert (fatal.caused_by, reason.cls, reason.message) == (reason.id, "ModuleNotFoundError", "x")


@pytest.mark.parametrize("unit", [*PARTS, "a.c:3:5: error: x\n    3 | x\n      | ^", "In file included from a.c:1:"])
def test_lines_are_looked_at_a_bounded_number_of_times(looks, unit):
    """Eight times the lines are at most about eight times the looks, for every piece repeated without end."""
    assert looks(unit, 1600) <= looks(unit, 200) * 8 * 1.5 + 2000


@given(st.lists(st.sampled_from(PARTS), max_size=30))
def test_any_mixture_is_read(read, parts):
    """However the pieces are mixed: no exception, pieces map back exactly."""
    read("\n".join(parts))
