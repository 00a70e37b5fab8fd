"""What CI systems, test runners, terminals and Markdown put around a line."""

from __future__ import annotations

from string import ascii_letters, digits

from errkb.parse.carriers.carrier import Carrier

__all__ = ["MARKUP"]

MARKUP = (
    Carrier(
        "github actions, azure pipelines",
        first="#",
        needs=("##[",),
        # secret masking may have replaced the closing bracket
        pattern=r"##\[(?P<level>error|warning|debug|notice|section|command|group|endgroup)(?:\]|\*{3})",
        example="##[error]",
        near_miss="## [error] handling",
    ),
    Carrier(
        "gh run view --log",  # job, step, time
        first=ascii_letters + digits,
        needs=("\t20", "\t\ufeff20"),
        pattern=r"[^\t\n]{1,100}\t[^\t\n]{1,100}\t\ufeff?(?=\d{4}-\d\d-\d\dT\d\d:)",
        example="build\tRun tests\t",
        text="2026-08-24T16:20:26.5809149Z cannot open the file",
        near_miss="build\tRun tests\tfailed",
    ),
    Carrier(
        "workflow command",
        first=":",
        needs=("::",),
        pattern=r"::(?P<level>error|warning|debug|notice)(?: [^:\n]{0,200})?::",
        example="::error file=app.py,line=3::",
        near_miss="::1 is the loopback",
    ),
    Carrier(
        "pytest",
        first="E",
        needs=("E   ", "E\n", "E\r"),
        pattern=r"(?P<level>E)(?:   (?! {0,120}\[[ \d]{2,3}%\])|$)",
        late=True,
        severe=("\nE   ",),
        example="E   ",
        near_miss="E: Unable to locate package",
        logger="pytest",
    ),
    Carrier(
        "pytest, inside",
        first="I",
        needs=("INTERNALERROR>",),
        pattern=r"INTERNALERROR>(?: |$)",
        example="INTERNALERROR> ",
        near_miss="INTERNALERROR: x",
    ),
    Carrier(
        "quote",
        first=">",
        needs=(">",),
        pattern=r">(?: |$|(?=Traceback |During handling|The above))",
        example="> ",
        near_miss=">>> import os",
    ),
    Carrier(
        "quote without blank",
        first=">",
        pattern=r">(?=[\w\[(\"'])",
        example=">",
        near_miss=">>> import os",
        repeats=3,
    ),
    Carrier(
        "failed box",  # pip, uv, miette
        first=" ×✖",
        needs=("×", "✖"),
        pattern=r" {0,12}(?P<level>[×✖]) +",
        late=True,
        severe=("× ", "✖ "),
        example="  × ",
        near_miss="3 × 4",
        logger="box",
    ),
    Carrier(
        "box",
        first=" │┃╷╵╰├└",
        needs=("│", "┃", "╷", "╵", "╰", "└"),
        pattern=r" {0,12}(?:[│┃╷╵](?: |$)|[╰├└]─+[>▶]? )",
        late=True,
        example="  ╰─> ",
        near_miss="  a │ b",
        logger="box",
    ),
)
