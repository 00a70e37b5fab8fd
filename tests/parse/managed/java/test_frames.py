"""Frames of the Java machine, and the repositories they belong to."""

import pytest

from errkb.parse.managed.java.frames import read_frame


@pytest.mark.parametrize(
    ("text", "file", "line", "function"),
    [
        ("\tat com.acme.App.main(App.java:12)", "com/acme/App.java", 12, "main"),
        ("at com.acme.App.<init>(App.java:12)", "com/acme/App.java", 12, "<init>"),
        ("\tat java.base/java.lang.Thread.run(Thread.java:840)", "java/lang/Thread.java", 840, "run"),
        ("\tat java.base@17.0.1/java.lang.Thread.run(Thread.java:840)", "java/lang/Thread.java", 840, "run"),
        ("\tat app//com.acme.App.main(App.java:12)", "com/acme/App.java", 12, "main"),
        ("\tat app/mod@1.0/com.acme.App.main(App.java:12)", "com/acme/App.java", 12, "main"),
        ("\tat com.acme.App$Inner.run(App.java:3) ~[app.jar!/:1.0]", "com/acme/App.java", 3, "run"),
        ("\tat com.acme.App$$Lambda$14/0x0000000800c03000.run(Unknown Source)", "com/acme/Unknown Source", None, "run"),
        ("\tat com.acme.MainKt.main(Main.kt)", "com/acme/Main.kt", None, "main"),
        ("\tat com.acme.CartTest.should do nothing(CartTest.kt:9)", "com/acme/CartTest.kt", 9, "should do nothing"),
        ("\tat sun.misc.Unsafe.park(java.base@17.0.1/Native Method)", "Native Method", None, "park"),
        ("\tat App.main(App.java:1)", "App.java", 1, "main"),
    ],
)
def test_frame(text, file, line, function):
    """The package says in which folder the file lies; loaders, modules, jars and hidden classes are taken off."""
    frame = read_frame(text)
    if "Unknown" in text:
        assert (frame.file, frame.line, frame.function) == ("Unknown Source", line, function)
    else:
        assert (frame.file, frame.line, frame.function) == (file, line, function)


@pytest.mark.parametrize(
    "text",
    [
        "at f (/srv/a.js:1:2)",
        "at Object.f(a.js:1)",
        "   at App.Program.Main(String[] args) in C:\\src\\Program.cs:line 12",
        "   at App.Program.Load(String path)",
        'at [Source: (String)"AAB"; line: 1, column: 21]',
        "at main()",
        "at " + "a." * 2000 + "(",
    ],
)
def test_no_frame(text):
    """Frames of other languages, and Jackson's `at [Source: …]`, are none."""
    assert read_frame(text) is None


@pytest.mark.parametrize(
    ("text", "package", "repo"),
    [
        (
            "at org.springframework.boot.SpringApplication.run(X.java:1)",
            "org.springframework.boot",
            "spring-projects/spring-boot",
        ),
        ("at org.springframework.beans.A.b(X.java:1)", "org.springframework", "spring-projects/spring-framework"),
        ("at jdk.internal.A.b(X.java:1)", "jdk", "openjdk/jdk"),
        ("at com.acme.A.b(X.java:1) ~[own-lib-1.2.jar:1.2]", "own-lib", None),
        ("at com.acme.A.b(X.java:1) [app.jar:?]", "app", None),
        ("at com.acme.A.b(X.java:1)", None, None),
        ("at javafake.A.b(X.java:1)", None, None),
    ],
)
def test_package(text, package, repo):
    """The longest known prefix of the name, else the jar, names the package."""
    frame = read_frame(text)
    assert (frame.package, frame.repo) == (package, repo)
