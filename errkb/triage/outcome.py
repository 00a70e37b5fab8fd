"""How a unit ended, and in which step it was: the lines on which CI systems, schedulers and programs say so.

One table; a new system is some rows in it. Each row has a literal that is looked for together with the hints of the
reader, so lines without one cost nothing, and a regular expression for what it means there. What a runner says of the
whole job outweighs what a tool says of its part. That tests passed weighs least: a summary that counts failures is
heard above any that counts none.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from errkb.normalize import has_controls, strip_controls

__all__ = ["HINT", "MARKS", "RUNNER", "Ending", "ending_of"]

Means = Literal["failed", "passed", "step"]
RUNNER, TOOL, HINT = 3, 2, 1


class _Rule(NamedTuple):
    mark: str
    pattern: str
    means: Means
    strength: int
    causes: bool = False
    """The line names the cause, not only that there was one."""


_NO_MORE = r"(?!.*\b[1-9]\d* (?:failed|failures?|errors?)\b)"
"""A summary of tests has passed if it counts no failure: zero of them is none."""

_RULES = (
    # GitHub Actions
    _Rule("##[group]Run ", r"##\[group\](Run .{1,200})", "step", RUNNER),
    _Rule(
        "exceeded the maximum execution", r"##\[error\].*exceeded the maximum execution time", "failed", RUNNER, True
    ),
    _Rule("Process completed with exit code", r"Process completed with exit code [1-9]", "failed", RUNNER),
    _Rule("The operation was cancel", r"##\[error\]The operation was cancell?ed", "failed", RUNNER, True),
    _Rule("Post job cleanup.", r"Post job cleanup\.", "passed", HINT),
    # GitLab
    _Rule("section_start:", r"section_start:\d+:([\w.-]{1,100})", "step", RUNNER),
    _Rule(
        "ERROR: Job failed",
        r"ERROR: Job failed.*(?:took longer|failed to pull image|timed? ?out)",
        "failed",
        RUNNER,
        True,
    ),
    _Rule("ERROR: Job failed", r"ERROR: Job failed", "failed", RUNNER),
    _Rule("Job succeeded", r"Job succeeded", "passed", RUNNER),
    # Jenkins
    _Rule("[Pipeline] { (", r"\[Pipeline\] \{ \((.{1,100})\)$", "step", RUNNER),
    _Rule("Finished: ", r"Finished: (?:FAILURE|ABORTED|UNSTABLE)", "failed", RUNNER),
    _Rule("Finished: ", r"Finished: SUCCESS", "passed", RUNNER),
    _Rule("Aborted by ", r"(?:^|\s)Aborted by \S", "failed", TOOL, True),
    _Rule("script returned exit code", r"script returned exit code [1-9]", "failed", TOOL),
    # Slurm, MPI
    _Rule(
        "slurmstepd: error",
        r"slurmstepd: error: \*\*\*.*DUE TO (?:TIME LIMIT|NODE FAILURE|PREEMPTION)",
        "failed",
        RUNNER,
        True,
    ),
    _Rule("oom_kill event", r"oom_kill event", "failed", TOOL, True),
    _Rule("slurmstepd: error", r"slurmstepd: error: \*\*\* (?:JOB|STEP)", "failed", RUNNER),
    _Rule("srun: error", r"srun: error: .*(?:Exited with exit code [1-9]|Out Of Memory|Killed)", "failed", TOOL),
    _Rule("State: COMPLETED", r"State: COMPLETED", "passed", RUNNER),
    _Rule("State: ", r"State: (?:FAILED|TIMEOUT|OUT_OF_MEMORY|CANCELLED|NODE_FAIL)", "failed", RUNNER),
    # Kubernetes and containers
    _Rule("OOMKilled", r"\bOOMKilled\b", "failed", RUNNER, True),
    _Rule("BackOff", r"\b(?:CrashLoop|ImagePull)BackOff\b", "failed", TOOL),
    _Rule("command terminated with exit code", r"command terminated with exit code [1-9]", "failed", RUNNER),
    _Rule("exited with code ", r"\bexited with code 0\b", "passed", TOOL),
    _Rule("exited with code ", r"\bexited with code [1-9]", "failed", TOOL),
    # programs
    _Rule("exit status ", r"\bexit status 0\b", "passed", TOOL),
    _Rule("exit status ", r"\bexit status [1-9]", "failed", TOOL),
    _Rule("exit code", r"\bexit code:? 0\b", "passed", TOOL),
    _Rule("exit code", r"\bexit(?:ed with exit)? code:? [1-9]", "failed", TOOL),
    _Rule("ChildFailedError", r"\bChildFailedError\b", "failed", TOOL),
    # builds and tests
    _Rule("BUILD ", r"\bBUILD SUCCESS(?:FUL)?\b", "passed", TOOL),
    _Rule("BUILD ", r"\bBUILD FAIL(?:ED|URE)\b", "failed", TOOL),
    _Rule("Build FAILED", r"\bBuild FAILED", "failed", TOOL),
    _Rule(" failed", r"(?:^|=|\s)[1-9]\d* (?:failed|errors?)\b.* in [\d.]+s", "failed", TOOL),
    _Rule(" error", r"= .*\b[1-9]\d* errors? in [\d.]+s", "failed", TOOL),
    _Rule(" passed", rf"(?:^|=|\s)\d+ passed\b{_NO_MORE}.* in [\d.]+s", "passed", HINT),
    _Rule("test result: ", r"\btest result: FAILED\b", "failed", TOOL),
    _Rule("test result: ", r"\btest result: ok\b", "passed", HINT),
    _Rule("FAILED | ", r"\bFAILED \| .*\b[1-9]\d* failed\b", "failed", TOOL),
    _Rule("Failed!", r"\bFailed! +- Failed: +[1-9]", "failed", TOOL),
    _Rule("FAILED (", r"(?:^|\s)FAILED \((?:failures|errors|unexpected successes)=[1-9]", "failed", TOOL),
    _Rule("Tests: ", r"\bTests: .*\b[1-9]\d* failed, .*\b\d+ total\b", "failed", TOOL),
    _Rule("Tests run: ", r"\bTests run: .*\b(?:Failures|Errors): +[1-9]", "failed", TOOL),
    _Rule(" failing", r"(?:^|\s)[1-9]\d* failing$", "failed", TOOL),
    _Rule(
        " failure", r"\b\d+ (?:examples?|runs?|tests?|assertions?), .*\b[1-9]\d* (?:failure|error)s?\b", "failed", TOOL
    ),
    _Rule("0 failed", rf"\b\d+ passed ?[,;|] 0 failed\b{_NO_MORE}", "passed", HINT),
    _Rule("0 failure", rf"(?:^|Z |, )0 failures?\b{_NO_MORE}", "passed", HINT),
    _Rule("Failed: ", r"(?:^|\s)Failed: +0\b", "passed", HINT),
    _Rule("Tests: ", r"\bTests: .*\b\d+ passed, \d+ total\b", "passed", HINT),
    _Rule("Tests run: ", r"\bTests run: +[1-9]\d*, +Failures: +0, +Errors: +0\b", "passed", HINT),
    _Rule(" passing", r"(?:^|\s)[1-9]\d* passing(?: \(\d|$)", "passed", HINT),
    # unittest: `OK` alone says nothing, and where tests failed `FAILED (…)` follows and outweighs it
    _Rule("Ran ", r"(?:^|\s)Ran [1-9]\d* tests? in [\d.]+s$", "passed", HINT),
    _Rule("FAIL\t", r"(?:^|\s)FAIL\t\S", "failed", TOOL),
    _Rule("could not compile", r"\berror: could not compile\b", "failed", TOOL),
    _Rule(": *** ", r"\bg?make(?:\[\d+\])?: \*\*\* ", "failed", TOOL),
    _Rule("npm error code", r"\bnpm error code\b", "failed", TOOL),
    _Rule("PLAY RECAP", r"PLAY RECAP", "step", HINT),
    _Rule("TASK [", r"(?:^|\s)TASK \[(.{1,100})\] \*", "step", TOOL),
    _Rule("failed=", r"\bfailed=[1-9]", "failed", TOOL),
    _Rule("failed=", r"\bunreachable=0\b.*\bfailed=0\b", "passed", TOOL),
    _Rule("Failed to build ", r"^Failed to build \S", "failed", TOOL),
)
MARKS = tuple(dict.fromkeys(rule.mark.encode() for rule in _RULES))
"""What such lines hold."""


class Ending(NamedTuple):
    """What a line says of the unit, how much weight that has, and by which words; of a step its name."""

    means: Means
    strength: int
    causes: bool
    name: str | None
    mark: str


def ending_of(line: str) -> Ending | None:
    """Return what a line says of how its unit ended, or which step begins there."""
    text = strip_controls(line).value if has_controls(line) else line
    text = text.rstrip()
    for rule in _RULES:
        if rule.mark in line and (found := re.search(rule.pattern, text)):
            return Ending(rule.means, rule.strength, rule.causes, found[1] if found.lastindex else None, rule.mark)
    return None
