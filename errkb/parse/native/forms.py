"""What the C library, the dynamic loader, make, ninja and others print on one line when something native goes wrong."""

from __future__ import annotations

from errkb.parse.form import Form, FormParser

__all__ = ["FORMS", "PARSER"]

_PROGRAM = r"(?:[\w./@+-]{1,200}: )?"

FORMS = (
    Form(
        "glibc heap check",
        needs=("free(): ", "malloc(): ", "realloc(): ", "malloc_consolidate(): ", "munmap_chunk(): ", "calloc(): "),
        pattern=r"(?:\*{1,3} Error in `[^'\n]{1,300}': )?(?P<message>(?:free|malloc|realloc|calloc|munmap_chunk"
        r"|malloc_consolidate)\(\): [a-z][^\n:]{3,120}?)(?:: 0x[0-9a-f]+ \*{1,3})?$",
        language="c",
        hint=("lloc(): ", "free(): ", "_chunk(): ", "solidate(): "),
        example="free(): double free detected in tcache 2",
        says="free(): double free detected in tcache 2",
        near_miss="buf = malloc(): see the manual, section 3.2 (allocation)",
    ),
    Form(
        "glibc heap check, older",
        needs=("double free or corruption", "corrupted size vs. prev_size", "corrupted double-linked list"),
        pattern=r"(?:\*{1,3} Error in `[^'\n]{1,300}': )?(?P<message>(?:double free or corruption|corrupted size vs\. "
        r"prev_size|corrupted double-linked list)(?: \([!\w ]+\)| while \w+)?)(?:: 0x[0-9a-f]+ \*{1,3})?$",
        language="c",
        hint=("orrupt",),
        example="*** Error in `./a.out': double free or corruption (fasttop): 0x0000000001c2a010 ***",
        says="double free or corruption (fasttop)",
        near_miss="This checks for a double free or corruption of the arena.",
    ),
    Form(
        "glibc fortify",
        needs=(" detected ***",),
        pattern=r"\*\*\* (?P<message>[a-z][a-z %-]{3,40} detected) \*\*\*: (?:terminated|\S+ terminated)$",
        language="c",
        hint=True,
        example="*** stack smashing detected ***: terminated",
        says="stack smashing detected",
        near_miss="*** changes detected ***: rebuilding",
    ),
    Form(
        "glibc version",
        needs="' not found (required by ",
        pattern=r"(?:[\w./@+-]{1,200}: ){0,2}(?P<message>version `\S{1,60}' not found \(required by [^)\n]{1,300}\))$",
        language="c",
        hint=("not found (required",),
        example="./app: /lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.34' not found (required by ./app)",
        says="version `GLIBC_2.34' not found (required by ./app)",
        near_miss="key `a' not found (required by the schema)",
    ),
    Form(
        "shared library",
        needs="error while loading shared libraries: ",
        pattern=rf"{_PROGRAM}(?P<message>error while loading shared libraries: \S.*)$",
        language="c",
        example="./meter: error while loading shared libraries: libz1.so: cannot open shared object file: No such file"
        " or directory",
        says="error while loading shared libraries: libz1.so: cannot open shared object file: No such file "
        "or directory",
    ),
    Form(
        "symbol lookup",
        needs="symbol lookup error: ",
        pattern=rf"{_PROGRAM}(?P<message>symbol lookup error: \S.*)$",
        language="c",
        example="./meter: symbol lookup error: ./libm.so: undefined symbol: open_meter",
        says="symbol lookup error: ./libm.so: undefined symbol: open_meter",
    ),
    Form(
        "dyld",
        needs=("dyld[", "dyld: "),
        pattern=r"dyld(?:\[\d+\])?: (?P<message>(?:Library not loaded|Symbol not found|missing symbol|lazy symbol).*)$",
        language="c",
        more="indented",
        hint=("dyld",),
        example="dyld[4711]: Library not loaded: @rpath/libfoo.dylib\n  Referenced from: /opt/app/bin/app\n  "
        "Reason: tried:"
        " '/opt/app/lib/libfoo.dylib' (no such file)",
        says="Library not loaded: @rpath/libfoo.dylib\n  Referenced from: /opt/app/bin/app\n  Reason: tried:"
        " '/opt/app/lib/libfoo.dylib' (no such file)",
        near_miss="dyld[4711]: loaded: /usr/lib/libc.dylib",
    ),
    Form(
        "assert of C",
        needs=("Assertion `", "Assertion failed: "),
        pattern=r"(?:[\w./@+-]{1,200}: )?(?P<file>[^\s:]{1,300}):(?P<line>\d{1,7}): (?:(?P<function>[^\n]{1,600}): )?"
        r"(?P<message>Assertion [`'].{1,800} failed\.)(?: Aborted\.?)?$",
        language="c",
        hint=True,
        example='meter: src/pool.cpp:15: int Pool::take(int, char**): Assertion `size() == 1 && "size"\' failed.',
        says='Assertion `size() == 1 && "size"\' failed.',
        near_miss="# Assertion `x' is checked below",
    ),
    Form(
        "assert of macOS and MSVC",
        needs="Assertion failed: ",
        pattern=r"(?P<message>Assertion failed: .{1,500}?)(?:,? function (?P<function>[^,\n]{1,200}))?, file "
        r"(?P<file>[^\n]{1,300}?), line (?P<line>\d{1,7})\.?$",
        language="c",
        example="Assertion failed: (index < count), function at, file vector.h, line 31.",
        says="Assertion failed: (index < count)",
        near_miss="Assertion failed: 0, passed: 12, line coverage 31",
    ),
    Form(
        "assert of CUDA",
        needs="Assertion `",
        pattern=r"(?P<file>[^\s:(]{1,300})[:(](?P<line>\d{1,7})\)?: (?P<function>[^\n]{1,300}?): block: \[[\d,]+\], "
        r"thread: \[[\d,]+\],? (?P<message>Assertion `.{1,500}` failed\.)$",
        language="cuda",
        example="../aten/src/ATen/native/cuda/Indexing.cu:1290: indexSelectLargeIndex: block: [12,0,0], "
        "thread: [64,0,0]"
        " Assertion `srcIndex < srcSelectDimSize` failed.",
        says="Assertion `srcIndex < srcSelectDimSize` failed.",
    ),
    Form(
        "pure virtual",
        needs="pure virtual method called",
        pattern=r"(?P<message>pure virtual method called)$",
        language="cpp",
        hint=True,
        example="pure virtual method called",
        says="pure virtual method called",
        near_miss="a pure virtual method called from the destructor",
    ),
    Form(
        "make, a command failed",
        needs="*** [",
        pattern=r"g?make(?:\[\d+\])?: \*\*\* (?P<message>\[[^\n]{1,500}\] (?:Error \d+|[A-Z][a-z]+ ?[a-z]*)"
        r"(?: \(core dumped\))?(?: \(ignored\))?)$",
        role="wrapper",
        hint=False,
        example="make[2]: *** [Makefile:5: a.o] Error 1",
        says="[Makefile:5: a.o] Error 1",
    ),
    Form(
        "make",
        needs=": *** ",
        pattern=r"(?:g?make(?:\[\d+\])?|(?P<file>[^\s:]{1,200}):(?P<line>\d{1,6})): \*\*\* (?P<message>[^\s\[].*?)"
        r"(?:  Stop\.)?$",
        hint=True,
        example="make: *** No rule to make target 'missing.c', needed by 'b.o'.  Stop.",
        says="No rule to make target 'missing.c', needed by 'b.o'.",
        near_miss="rule: *** [x]",
    ),
    Form(
        "ninja",
        needs="ninja: ",
        pattern=r"ninja: (?P<message>(?:error: |fatal: ).*)$",
        example="ninja: error: loading 'build.ninja': No such file or directory",
        says="error: loading 'build.ninja': No such file or directory",
    ),
    Form(
        "ninja, a command failed",
        needs="ninja: build stopped",
        pattern=r"ninja: (?P<message>build stopped: .*)$",
        role="wrapper",
        hint="nearby",
        example="ninja: build stopped: subcommand failed.",
        says="build stopped: subcommand failed.",
    ),
    Form(
        "ninja, the target that failed",
        needs="FAILED: ",
        pattern=r"FAILED: (?:\[code=\d+\] )?(?P<message>\S{1,300}\.(?:o|obj|so|a|dylib|cubin|ptx)\b.*)$",
        role="wrapper",
        hint=True,
        example="FAILED: CMakeFiles/a.dir/src/bad.cpp.o",
        says="CMakeFiles/a.dir/src/bad.cpp.o",
        near_miss="FAILED: 0, PASSED: 12",
    ),
)

PARSER = FormParser("native form", FORMS)
