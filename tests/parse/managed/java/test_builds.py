"""Compilers, Maven, Gradle, Spring Boot's report and crashes of the machine, in short texts."""

import pytest


@pytest.mark.parametrize(
    ("text", "language", "line", "message"),
    [
        ("A.java:3: error: ';' expected\n  int x\n       ^\n", "java", 3, "';' expected"),
        ("k.kt:1:27: error: type mismatch\nval x: Int = 'a'\n             ^\n", "kotlin", 1, "type mismatch"),
        ("e: file:///srv/A.kt:3:5 Unresolved reference: foo", "kotlin", 3, "Unresolved reference: foo"),
        ("e: /srv/A.kt: (3, 5): Unresolved reference: foo", "kotlin", 3, "Unresolved reference: foo"),
        ("t.scala:1: error: type mismatch;\n found   : String\n required: Int\nval x\n    ^\n", "scala", 1, None),
        ("[ERROR] /srv/A.java:[12,8] cannot find symbol", "java", 12, "cannot find symbol"),
    ],
)
def test_compilers(event, text, language, line, message):
    """A diagnostic has its place as frame; the source line and the caret are no part of the message."""
    found = event(text)
    assert (found.language, found.frames[0].line) == (language, line)
    assert found.message == (message or "type mismatch;\n found   : String\n required: Int")


def test_insufficient_memory(event):
    """What the machine says where it gets no memory, up to its versions."""
    found = event(
        "#\n# There is insufficient memory for the Java Runtime Environment to continue.\n"
        "# Native memory allocation (mmap) failed to map 123 bytes for committing reserved memory.\n"
        "# Possible reasons:\n#   The system is out of physical RAM or swap space\n"
    )
    assert found.message == (
        "There is insufficient memory for the Java Runtime Environment to continue.\n"
        "Native memory allocation (mmap) failed to map 123 bytes for committing reserved memory."
    )


def test_gradle_with_several_reasons(events):
    """Reasons at the same depth are causes beside each other."""
    root, first, second = events(
        "* What went wrong:\nCould not resolve all files for configuration ':a'.\n> Could not find x:y:1.\n"
        "> Could not find x:z:1.\n\n* Try:\n> Run with --stacktrace\n"
    )
    assert (root.role, root.caused_by, first.role, second.role) == ("wrapper", first.id, "cause", "cause")
    assert (first.message, second.message) == ("Could not find x:y:1.", "Could not find x:z:1.")


def test_maven_dependency(event):
    """A goal that failed for a reason of its own is the cause; Maven's help is no part of it."""
    found = event(
        "[ERROR] Failed to execute goal on project shop: Could not resolve dependencies for project a:b:jar:1: "
        "Could not find artifact x:y:jar:1 in central -> [Help 1]\n[ERROR] \n"
        "[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.\n"
    )
    assert found.role == "cause"
    assert found.message.endswith("Could not find artifact x:y:jar:1 in central")


@pytest.mark.parametrize(
    "text",
    [
        "BUILD SUCCESSFUL in 3s\n",
        "* What went well:\nall of it\n",
        "[INFO] BUILD SUCCESS\n",
        "# A list of things\n# that are fine\n",
        "Note: A.java uses unchecked or unsafe operations.\n",
        "A.java:3: warning: [deprecation] f() has been deprecated\n",
    ],
)
def test_no_error(events, text):
    """Builds that went well are no errors."""
    assert events(text) == []
