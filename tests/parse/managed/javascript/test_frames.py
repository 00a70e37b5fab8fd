"""Frames of JavaScript engines, and the packages they belong to."""

import pytest

from errkb.parse.managed.javascript.frames import read_frame


@pytest.mark.parametrize(
    ("text", "file", "line", "function"),
    [
        ("    at load (/srv/a.js:12:3)", "/srv/a.js", 12, "load"),
        ("    at /srv/a.js:12:3", "/srv/a.js", 12, None),
        ("    at async load (file:///srv/a.mjs:12:3)", "/srv/a.mjs", 12, "load"),
        ("    at async file:///srv/a.mjs:12:3", "/srv/a.mjs", 12, None),
        ("    at new Pool (C:\\app\\pool.js:7:1) {", "C:\\app\\pool.js", 7, "Pool"),
        ("    at Socket.emit [as _emit] (node:events:517:28),", "node:events", 517, "Socket.emit"),
        ("    at Array.map (<anonymous>)", "<anonymous>", None, "Array.map"),
        ("    at async Promise.all (index 0)", "<anonymous>", None, "Promise.all"),
        ("    at <anonymous>", "<anonymous>", None, None),
        ("    at eval (eval at run (/srv/vm.js:3:9), <anonymous>:1:6)", "/srv/vm.js", 3, "eval"),
        (
            "at Page (webpack-internal:///(rsc)/./app/page.tsx:9:2)",
            "webpack-internal:///(rsc)/./app/page.tsx",
            9,
            "Page",
        ),
        ("at f (webpack:///./src/a.js?ab12:4:5)", "webpack:///./src/a.js", 4, "f"),
        ("    at anonymous (address at index.android.bundle:1:2345)", "index.android.bundle", 1, "anonymous"),
        (
            "render@http://localhost:3000/static/js/bundle.js:120:5",
            "http://localhost:3000/static/js/bundle.js",
            120,
            "render",
        ),
        ("async*run@webpack-internal:///./src/a.js:1:2", "webpack-internal:///./src/a.js", 1, "run"),
        ("forEach@[native code]", "[native code]", None, "forEach"),
    ],
)
def test_frame(text, file, line, function):
    """Every engine's way to print a frame gives file, line and function."""
    frame = read_frame(text)
    assert (frame.file, frame.line, frame.function) == (file, line, function)


@pytest.mark.parametrize(
    "text",
    [
        "at 12:30:45",
        "at com.example.App.main(App.java:12)",
        "   at App.Program.Main(String[] args) in C:\\src\\Program.cs:line 12",
        "  at App.Repo.Get (System.String k) [0x00007] in /src/a.cs:2 ",
        "at least 3 of them",
        "at (a)",
        "mail me@example.org:12",
        "user@host-a:/srv:1 $",
        "at " + "(" * 2000,
    ],
)
def test_no_frame(text):
    """Prose, times of day and frames of other languages are none."""
    assert read_frame(text) is None


@pytest.mark.parametrize(
    ("file", "package", "repo"),
    [
        ("/app/node_modules/express/lib/router/index.js", "express", "expressjs/express"),
        ("/app/node_modules/a/node_modules/@nestjs/core/router.js", "@nestjs/core", "nestjs/nest"),
        (
            "/a/node_modules/.pnpm/react-dom@18.2.0_react@18.2.0/node_modules/react-dom/cjs/x.js",
            "react-dom",
            "facebook/react",
        ),
        ("C:\\app\\node_modules\\own-package\\x.js", "own-package", None),
        ("webpack-internal:///./node_modules/next/dist/client/index.js", "next", "vercel/next.js"),
        ("node:internal/modules/cjs/loader", "node", "nodejs/node"),
        ("internal/modules/cjs/loader.js", "node", "nodejs/node"),
        ("net.js", "node", "nodejs/node"),
        ("/app/src/net.js", None, None),
        ("/app/my_node_modules/x/y.js", None, None),
    ],
)
def test_package(file, package, repo):
    """The last `node_modules` names the package; the runtime's own files are Node's."""
    frame = read_frame(f"at f ({file}:1:2)")
    assert (frame.package, frame.repo) == (package, repo)
