"""Go: panics, goroutines, builds, tests and logs in short texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errkb.parse.managed.go.frames import make_frame, read_call, read_place
from errkb.parse.managed.go.wrapped import innermost

STACK = "\ngoroutine 1 [running]:\nmain.f(0x1)\n\t/srv/a.go:3 +0x1d\nmain.main()\n\t/srv/a.go:9 +0x2\nexit status 2\n"


@pytest.mark.parametrize(
    ("text", "cls", "message"),
    [
        ("panic: boom", "panic", "boom"),
        ("panic: runtime error: integer divide by zero", "panic", "runtime error: integer divide by zero"),
        ("panic: (main.E) 0x4bcad8", "panic", "(main.E) 0x4bcad8"),
        ("panic: first\nsecond line\n  third", "panic", "first\nsecond line\n  third"),
        ("fatal error: concurrent map writes", "fatal error", "concurrent map writes"),
        ("fatal error: odd things", "fatal error", "odd things"),
        ("2024/05/03 10:00:00 http: panic serving 10.0.0.1:1: boom", "panic", "boom"),
        ("E0503 10:11:12.000000 1 runtime.go:78] Observed a panic: boom", "panic", "boom"),
    ],
)
def test_crash(event, text, cls, message):
    """Class, message and frames of what ends a program or is recovered from."""
    found = event(text + "\n" + STACK)
    assert (found.cls, found.message, found.language) == (cls, message, "go")
    assert [frame.function for frame in found.frames] == ["main.main", "main.f"]


def test_same_panic_again(event):
    """A panic that is raised again with the same words is one event."""
    found = event("panic: boom [recovered, repanicked]\n\tpanic: boom\n" + STACK)
    assert (found.message, len(found.frames), found.line_end) == ("boom", 2, 9)


def test_gin(event):
    """What gin logs of a panic: the request is no part of the message."""
    found = event(
        "2024/05/03 10:11:12 [Recovery] 2024/05/03 - 10:11:12 panic recovered:\nGET /x HTTP/1.1\nHost: a\n\n\n"
        "runtime error: index out of range [3] with length 3\n/usr/local/go/src/runtime/panic.go:113 (0x433a13)\n"
        "\tgoPanicIndex: panic(boundsError{})\n/srv/app/x.go:7 (0x7a1)\n\titem: return list[n]\n"
    )
    assert found.message == "runtime error: index out of range [3] with length 3"
    assert [frame.function for frame in found.frames] == ["item", "goPanicIndex"]


@pytest.mark.parametrize(
    ("text", "function"),
    [
        ("main.main()", "main.main"),
        ("main.(*T).deref(...)", "main.(*T).deref"),
        (
            "github.com/acme/shop/cart.(*Store[...]).Put(0xc0, {0x1, 0x2})",
            "github.com/acme/shop/cart.(*Store[...]).Put",
        ),
        ("main.main.func1.2()", "main.main.func1.2"),
        ("panic({0x1?, 0x2?})", "panic"),
        ("created by main.main in goroutine 1", "main.main"),
        ("gopkg.in/yaml%2ev3.Unmarshal(0x1)", "gopkg.in/yaml%2ev3.Unmarshal"),
    ],
)
def test_call(text, function):
    """The name of a function without what it was called with."""
    assert read_call(text)["function"] == function


@pytest.mark.parametrize("text", ["\tmain.main()", "see main (a)", "f(x)", "", "a" * 5000 + "()"])
def test_no_call(text):
    """Indented lines and prose are no calls."""
    assert read_call(text) is None


@pytest.mark.parametrize(
    ("file", "function", "package", "repo"),
    [
        (
            "/go/pkg/mod/github.com/!burnt!sushi/toml@v1.3.2/decode.go",
            "x.y",
            "github.com/BurntSushi/toml",
            "BurntSushi/toml",
        ),
        ("/go/pkg/mod/k8s.io/client-go@v0.29.2/rest/config.go", "x.y", "k8s.io/client-go", "kubernetes/client-go"),
        ("/srv/vendor/google.golang.org/grpc/server.go", "x.y", "google.golang.org/grpc", "grpc/grpc-go"),
        ("/usr/local/go/src/net/http/server.go", "net/http.f", "net/http", "golang/go"),
        ("/usr/lib/go-1.19/src/runtime/panic.go", "panic", "runtime", "golang/go"),
        ("/opt/hostedtoolcache/go/1.21.5/x64/src/testing/testing.go", "testing.f", "testing", "golang/go"),
        ("C:/Program Files/Go/src/os/file.go", "os.f", "os", "golang/go"),
        ("net/http/server.go", "net/http.(*conn).serve", "net/http", "golang/go"),
        ("/build/cart/x.go", "github.com/acme/shop/cart.f", "github.com/acme/shop", "acme/shop"),
        ("/srv/app/main.go", "main.main", None, None),
    ],
)
def test_module(file, function, package, repo):
    """Module cache, vendor folder, the Go tree and import paths name the module."""
    frame = make_frame(file, 1, function)
    assert (frame.package, frame.repo) == (package, repo)


def test_place():
    """The line below a call: file, line, and offsets that do not matter."""
    match = read_place("\t/srv/a b.go:12 +0x1d fp=0x1 sp=0x2 pc=0x3")
    assert (match["file"], match["line"]) == ("/srv/a b.go", "12")


@pytest.mark.parametrize(
    ("message", "inner"),
    [
        ("start: open /a/b: no such file or directory", "open /a/b: no such file or directory"),
        ("x: y: dial tcp [::1]:80: connect: connection refused", "dial tcp [::1]:80: connect: connection refused"),
        (
            'Get "http://a": dial tcp: lookup a on 1.1.1.1:53: no such host',
            "lookup a on 1.1.1.1:53: no such host",
        ),
        ('run: exec: "git": executable file not found in $PATH', 'exec: "git": executable file not found in $PATH'),
        ('load: strconv.Atoi: parsing "x": invalid syntax', 'strconv.Atoi: parsing "x": invalid syntax'),
        ("open /a/b: no such file or directory", None),
        ("we could not open the door: permission denied", None),
        ("bash: open /a: no permission", None),
    ],
)
def test_innermost(message, inner):
    """The last part of a wrapped error, where the standard library has such errors."""
    place = innermost(message)
    assert (message[place[0] : place[1]] if place else None) == inner


def test_verbose_test(event):
    """In verbose output the test's words stand above its result."""
    found = event("=== RUN   TestA\n    a_test.go:3: got 1\n        want 2\n--- FAIL: TestA (0.00s)\n")
    assert (found.message, found.frames[0].function, found.line_start) == ("got 1\n    want 2", "TestA", 2)


@pytest.mark.parametrize(
    "text",
    [
        "goroutine 1 [running]:\nmain.main()\n\t/srv/a.go:3 +0x1\n",
        "go: downloading golang.org/x/net v0.1.0\n",
        "main.go:12: hello\n",
        '{"level":"info","msg":"dial tcp works","error":""}\n',
        "2024/05/03 10:11:10 dial tcp 127.0.0.1:80 took 3ms\n",
        "--- PASS: TestA (0.00s)\n",
    ],
)
def test_no_error(events, text):
    """Dumps, downloads, places in healthy logs and tests that passed are no errors."""
    assert events(text) == []


PARTS = st.sampled_from(
    [
        *(
            "panic: a [recovered]",
            "\tpanic: b",
            "[signal SIGSEGV: x code=0x1]",
            "",
            "goroutine 1 [running]:",
            "main.f()",
        ),
        *(
            "\t/srv/a.go:3 +0x1",
            "created by main.main",
            "exit status 2",
            "fatal error: stack overflow",
            "runtime stack:",
        ),
        *("--- FAIL: TestA (0.00s)", "    a_test.go:3: x", "=== RUN   TestA", "a.go:3:4: undefined: x", "\thave (int)"),
        'E0503 10:11:12.000000 1 a.go:1] "m" err="a: \\"b\\""',
        '{"level":"error","msg":"a","error":"b: c","stacktrace":"main.f\\n\\t/a.go:3"}',
        "2024/05/03 10:11:12 [Recovery] 2024/05/03 panic recovered:",
    ]
)


@given(st.lists(PARTS, max_size=40))
def test_any_mixture_is_read(read, parts):
    """However the parts are mixed: no exception, references hold, pieces map back."""
    read("\n".join(parts))
