"""Every entry of the table of carriers: its example comes off, its near miss stays."""

import pytest

from errkb.parse.carriers import CARRIERS, CarrierReader

STAMP = "2024-01-01 10:00:00 ERROR "
IDS = [carrier.name for carrier in CARRIERS]


def rest(line, *, times=4):
    """Return what is left of a line that stands several times in a text."""
    taken = CarrierReader("\n".join([line] * times)).take(line)
    return line[taken.at :] if taken else line


@pytest.mark.parametrize("carrier", CARRIERS, ids=IDS)
def test_example_comes_off(carrier):
    """A carrier ends exactly before the text behind it."""
    match = carrier.regex.match(carrier.example + carrier.text)
    assert match
    assert match.end() == len(carrier.example)


@pytest.mark.parametrize("carrier", [c for c in CARRIERS if c.near_miss], ids=[c.name for c in CARRIERS if c.near_miss])
def test_near_miss_stays(carrier):
    """What only looks like the carrier loses nothing, wherever it stands in a line."""
    prefix = STAMP if carrier.inner else ""
    assert rest(prefix + carrier.near_miss, times=1).endswith(carrier.near_miss.lstrip("- "))


@pytest.mark.parametrize("carrier", CARRIERS, ids=IDS)
def test_first_characters_are_complete(carrier):
    """The example begins with one of the characters under which the carrier is looked up."""
    assert carrier.example[0] in carrier.first


NEEDY = [pytest.param(c, id=c.name) for c in CARRIERS if c.needs and not c.strict]


@pytest.mark.parametrize("carrier", NEEDY)
def test_needs_are_in_the_example(carrier):
    """A text with the carrier in it always holds what the carrier says it needs."""
    assert any(need in f"\n{carrier.example}{carrier.text}\n" for need in carrier.needs)


@pytest.mark.parametrize(
    ("line", "text", "said"),
    [
        (
            "(EngineCore_DP0 pid=41877) ERROR 10-22 09:14:05 [core.py:708]   File",
            "  File",
            {
                "stream": "EngineCore_DP0 pid=41877",
                "process": "EngineCore_DP0 pid=41877",
                "level": "ERROR",
                "logger": "core.py:708",
                "time": "10-22 09:14:05",
            },
        ),
        (
            "qwen-b_1  | (APIServer pid=97) ERROR 12-14 13:29:46 [async_llm.py:480] failed",
            "failed",
            {"stream": "qwen-b_1/APIServer pid=97", "process": "APIServer pid=97", "level": "ERROR"},
        ),
        (
            "[60211] [rank0]:[E318 04:11:09.300112233 ProcessGroupNCCL.cpp:607] [Rank 0] Watchdog",
            "[Rank 0] Watchdog",
            {
                "stream": "rank0",
                "level": "ERROR",
                "logger": "ProcessGroupNCCL.cpp:607",
                "time": "318 04:11:09.300112233",
            },
        ),
        (
            "Oct 27 09:40:48 host-a kubelet[4102]: E1027 09:40:48.471488    4102 pod_workers.go:182] Error",
            "Error",
            {
                "stream": "kubelet[4102]",
                "level": "ERROR",
                "logger": "pod_workers.go:182",
                "time": "1027 09:40:48.471488",
            },
        ),
        (
            "[2025-09-08 21:40:03 TP4 PP1] Scheduler hit an exception",
            "Scheduler hit an exception",
            {"stream": None, "process": "TP4 PP1", "level": None, "time": "2025-09-08 21:40:03"},
        ),
        ("ERROR: ERROR: Failed to build", "Failed to build", {"level": "ERROR"}),
        ("2026-08-24T16:20:26.5809149Z ##[error***The runner", "The runner", {"level": "ERROR"}),
        ("2024-01-01 10:00:00,123 - app.db - ERROR - lost", "lost", {"level": "ERROR", "logger": "app.db"}),
        ("2024-01-01 10:00:00,123 ERROR ERROR IN CONTACTING RM.", "ERROR IN CONTACTING RM.", {"level": "ERROR"}),
        ("2024-01-01 10:00:00 ERROR java.lang.FooException: x", "java.lang.FooException: x", {"logger": None}),
        ("2024-01-01 10:00:00 ERROR executor.Executor: x", "x", {"logger": "executor.Executor"}),
        ("E       ValueError: bad", "    ValueError: bad", {"level": "ERROR", "logger": "pytest"}),
        ("  ╰─> See above", "See above", {"level": None, "logger": "box"}),
        (
            "[2019-04-17 14:01:33,736] {{base_task_runner.py:101}} INFO - Job 9: Subtask move   File",
            "  File",
            {"level": "INFO", "logger": "base_task_runner.py:101"},
        ),
        ("npm WARN deprecated", "deprecated", {"level": "WARNING", "logger": "npm"}),
    ],
)
def test_stacked(line, text, said):
    """Carriers stack; the innermost level, logger and time win, marks of processes add up."""
    taken = CarrierReader(line).take(line)
    assert line[taken.at :] == text
    assert {name: getattr(taken, name) for name in said} == said


@pytest.mark.parametrize(
    "line",
    [
        "x = a | b",
        "let y = c | d;",
        "a | b",
        "return lhs | rhs",
        "INFO = 20",
        "error_log | grep x",
        "10: the answer",
        "404: Not Found",
        "foo: bar: baz",
        "{'a': 1}",
        "[0.1, 0.2]",
        "E0308 is a code",
        ">>> import os",
        "# comment",
        ": no-op",
        "- item",
        "ValueError: 2024 is not a year",
        "torch.distributed.DistBackendError: NCCL error",
    ],
)
def test_code_and_messages_survive(line):
    """A prefix is only taken if it has the whole known shape."""
    assert CarrierReader(line).take(line) is None


def test_labels_need_repetition():
    """A bare number or name is a label only where several lines carry it."""
    text = "\n".join(["10: first", "10: second", "10: third", "7: once"])
    reader = CarrierReader(text)
    assert reader.take("10: first").stream == "10"
    assert reader.take("7: once") is None


def test_labels_are_counted_a_bounded_number_of_times():
    """Ever new labels do not make the reader search the text for each."""
    text = "\n".join(f"w{n}  | x" for n in range(3000))
    reader = CarrierReader(text)
    assert all(reader.take(f"w{n}  | x") is None for n in range(3000))
    assert len(reader._labels) <= 64


@pytest.mark.parametrize("carrier", [pytest.param(c, id=c.name) for c in CARRIERS if c.strict])
@pytest.mark.parametrize("filler", ["", "all is well\n" * 4000])
def test_strict_carriers_stand_only_beside_what_they_need(read, carrier, filler):
    """A shape that alone says nothing is taken only in texts that hold one of its needs, long ones too."""
    line = f"{carrier.example}Error: {carrier.text}\n"
    beside = read(f"x{carrier.needs[0]}x\n{filler}{line}")
    alone = read(f"{filler}{line}")
    assert beside.events[-1].message == carrier.text
    assert carrier.example in [found.text for found in alone.lines][-1]
