"""Tools: git, Docker builds, Kubernetes, Terraform, Ansible, PowerShell, pip; whole, cut and healthy."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

PARTS = [
    *(
        "fatal: not a git repository",
        "error: failed to push some refs to 'x'",
        "hint: a",
        " ! [rejected] a -> b (x)",
        "text",
    ),
    *(
        "remote: error: GH001: x",
        "remote: a",
        "CONFLICT (content): x",
        "git@h: Permission denied (publickey).",
        "\tfile",
    ),
    *(
        "ERROR: failed to solve: x",
        "=> ERROR [2/3] RUN x",
        "Dockerfile:3",
        "------",
        " > [2/3] RUN x:",
        "0.345 x: error",
    ),
    *(
        "  Warning  BackOff  1m (x4 over 9m)  kubelet  Back-off x",
        "  Reason:  OOMKilled",
        "a 0/1 CrashLoopBackOff 3 1m",
    ),
    *("╷", "│ Error: a", "│   on a.tf line 3, in x:", "│    3: y", "│ ", "│ detail", "╵", "│ Warning: w", "Error: a"),
    *(
        'fatal: [h]: FAILED! => {"msg": "a\\nb"}',
        "fatal: [h]: FAILED! => {",
        '    "msg": "x"',
        "}",
        "...ignoring",
        "ERROR! x",
    ),
    *(
        "a : b",
        "At line:1 char:1",
        "+ a",
        "    + CategoryInfo          : N: (a:S) [], E",
        "Line |",
        "   1 |  a",
        "     | b",
        "",
    ),
    *(
        "ERROR: Cannot install a because these package versions have conflicting dependencies.",
        "The conflict is caused by:",
    ),
]


def test_push_is_caused_by_the_rejection(events):
    """`failed to push some refs` reports the line above it."""
    cause, report = events(
        " ! [rejected]        a -> a (fetch first)\nerror: failed to push some refs to 'x'\nhint: y\n"
    )
    assert (cause.role, report.role, report.caused_by) == ("cause", "wrapper", cause.id)


def test_report_alone_is_the_cause(event):
    """A report of which nothing else is left is all there is to answer."""
    assert event("error: failed to push some refs to 'x'\n").role == "cause"


def test_hints_are_no_message(event):
    """Hints belong to the event but not to its message."""
    assert event("fatal: Not possible to fast-forward, aborting.\nhint: do x\n").message == (
        "Not possible to fast-forward, aborting."
    )


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ('ERROR: failed to solve: process "/bin/sh -c x" did not complete successfully: exit code: 1\n', "wrapper"),
        ("ERROR: failed to solve: app:9: failed to resolve source metadata: app:9: not found\n", "cause"),
        ("failed to solve: executor failed running [/bin/sh -c x]: exit code: 1\n", "wrapper"),
        (" => ERROR [2/3] RUN x                      1.2s\n", "wrapper"),
    ],
)
def test_build_reports(event, text, role):
    """A build that reports a failed command is a wrapper; one that names what is wrong is the cause."""
    assert event(text).role == role


def test_excerpt_is_the_same_event(event):
    """The lines of a step and their repetition below the step's name are one event."""
    found = event("#9 0.412 a.c:3:5: error: x\n------\n > [2/3] RUN make:\n0.412 a.c:3:5: error: x\n------\n")
    assert (found.message, found.occurrences) == ("x", 2)


@pytest.mark.parametrize(
    ("row", "code", "count"),
    [
        ("  Warning  FailedScheduling  12s (x3 over 5m)  default-scheduler  0/1 nodes", "FailedScheduling", 3),
        ("  Warning  FailedMount       2m                kubelet, node-1    0/1 nodes", "FailedMount", 1),
        ("  Warning  Evicted           <unknown>         kubelet            0/1 nodes", "Evicted", 1),
        ("2m10s       Warning   FailedMount   pod/a   0/1 nodes", "FailedMount", 1),
        ("default   12s (x4 over 1m)   Warning   Failed   pod/a   0/1 nodes", "Failed", 4),
    ],
)
def test_kubernetes_rows(event, row, code, count):
    """Every warning is an event with its reason as code and as often as it says."""
    found = event(row + "\n")
    assert (found.code, found.occurrences, found.message) == (code, count, "0/1 nodes")


def test_terraform_box(event):
    """Title and explanation are the message, place and source the frame."""
    found = event('╷\n│ Error: a\n│ \n│   on m.tf line 3, in x "y":\n│    3: z = 1\n│ \n│ because\n╵\n')
    assert (found.message, found.frames[0].file, found.frames[0].code) == ("a\n\nbecause", "m.tf", "z = 1")


def test_warning_box_is_quiet(events):
    """A warning in a box is no error, whatever its text says."""
    assert events("╷\n│ Warning: Failed to x\n│ \n│ Error: no, this is the text of a warning\n╵\n")[1:] == []


@pytest.mark.parametrize(
    ("text", "message", "role"),
    [
        ('fatal: [h]: FAILED! => {"changed": false, "msg": "a\\nb"}\n', "a\nb", "cause"),
        ('fatal: [h]: FAILED! => {"msg": "a", "rc": 1}\n...ignoring\n', "a", "noise"),
        ('failed: [h] (item=x) => {"msg": "a \\"b\\""}\n', 'a "b"', "cause"),
        ('fatal: [h]: UNREACHABLE! => {\n    "changed": false,\n    "msg": "a: b"\n}\n', "a: b", "cause"),
        ('fatal: [h]: FAILED! => {"rc": 1, "stderr": "a"}\n', "a", "cause"),
    ],
)
def test_ansible(event, text, message, role):
    """The message is what the module says, escapes resolved."""
    found = event(text)
    assert (found.message, found.role) == (message, role)


def test_powershell(event):
    """Class and code come from the two lines at the end."""
    text = (
        "a : no\nmore\nAt C:\\x.ps1:3 char:1\n+ a\n+ ~\n    + CategoryInfo          : N: (a:S) [], E\n"
        "    + FullyQualifiedErrorId : I\n"
    )
    found = event(text)
    assert (found.cls, found.code, found.message, found.frames[0].file) == ("E", "I", "no\nmore", "C:\\x.ps1")


def test_pip_conflict_is_one_message(events):
    """The paragraphs of a conflict are one message that the last line reports."""
    text = (
        "ERROR: Cannot install a and b because these package versions have conflicting dependencies.\n\n"
        "The conflict is caused by:\n    a 1 depends on c<2\n\nERROR: ResolutionImpossible: for help visit x\n"
    )
    conflict, report = events(text)
    assert conflict.message.endswith("The conflict is caused by:\n    a 1 depends on c<2")
    assert (report.role, report.caused_by) == ("wrapper", conflict.id)


@pytest.mark.parametrize("unit", PARTS)
def test_lines_are_looked_at_a_bounded_number_of_times(looks, unit):
    """Eight times the lines are at most about eight times the looks, for every piece repeated without end."""
    assert looks(unit, 1600) <= looks(unit, 200) * 8 * 1.5 + 2000


@given(st.lists(st.sampled_from(PARTS), max_size=30))
def test_any_mixture_is_read(read, parts):
    """However the pieces are mixed: no exception, pieces map back exactly."""
    read("\n".join(parts))
