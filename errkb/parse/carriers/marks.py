"""Marks: which process, rank, container or job printed the line."""

from __future__ import annotations

from string import ascii_letters, ascii_lowercase, digits

from errkb.parse.carriers.carrier import STAMP, Carrier

__all__ = ["LABELS", "MARKS"]

_MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"

MARKS = (
    Carrier(
        "worker",  # vLLM, Ray
        first="(",
        needs=("pid=", "(raylet", "(autoscaler"),
        pattern=r"\((?P<stream>(?:[\w.:<>=+-]+ ){0,3}pid=\d+|raylet|autoscaler)(?:,? [^()\n]{0,80})?\)(?: |$)",
        late=True,
        example="(EngineCore_DP0 pid=41877) ",
        near_miss="(process pid unknown) failed",
    ),
    Carrier(
        "rank",  # PyTorch, torchrun
        first="[",
        needs=("]:",),
        pattern=r"\[(?P<stream>(?:rank|default)\d+)\]: ?",
        late=True,
        example="[rank0]: ",
        near_miss="[Rank 0] Watchdog caught collective operation timeout",
    ),
    Carrier(
        "mpirun --tag-output",
        first="[",
        needs=("]<std",),
        pattern=r"\[\d+,(?P<stream>\d+)\]<std(?:out|err)>: ?",
        example="[1,0]<stderr>:",
        near_miss="[1,0] is not a valid index",
    ),
    Carrier(
        "kubectl logs --prefix",
        first="[",
        needs=("[pod/",),
        pattern=r"\[pod/(?P<stream>[\w.-]+/[\w.-]+)\] ",
        example="[pod/web-7d9f/app] ",
        near_miss="[pod/web] not found",
    ),
    Carrier(
        "line or process number",
        first="[",
        needs=("] [", "] ("),
        pattern=r"\[\d{3,7}\] (?=[\[(])",
        example="[60211] ",
        text="[rank0]: cannot open",
        near_miss="[404] page not found",
    ),
    Carrier(
        "actor address",  # xoscar
        first="[",
        needs=("[address=",),
        pattern=r"\[address=(?P<process>[\w.:\[\]-]+), pid=\d+\] ",
        late=True,
        example="[address=127.0.0.1:41233, pid=220899] ",
        near_miss="[address=unknown] cannot connect",
    ),
    Carrier(
        "terraform plugin",
        first="p",
        needs=("plugin.",),
        pattern=r"(?P<process>plugin\.[\w.-]+): ",
        example="plugin.terraform-provider-aws_v4.9.2_x4: ",
        near_miss="plugin failed: exit status 1",
    ),
    Carrier(
        "buildkit step",
        first="#",
        pattern=r"#(?P<process>\d+) (?:\d+\.\d{1,3} |(?=ERROR))",
        example="#12 0.345 ",
        near_miss="#12 is a duplicate",
    ),
    Carrier(
        "buildkit excerpt",  # the last lines of a step, below ` > [2/4] RUN make:`
        first=digits,
        needs=("\n > [", "\n> [", "| > [", " > [stage"),
        pattern=r"\d{1,5}\.\d{2,3} ",
        strict=True,
        example="0.345 ",
        near_miss="0.5 is the share",
    ),
    Carrier(
        "syslog, journald",
        first="JFMASOND",
        needs=(": ",),
        pattern=rf"(?P<time>{_MONTH} [ \d]\d \d\d:\d\d:\d\d(?:\.\d+)?) \S{{1,80}} "
        r"(?P<stream>[\w./@()+ -]{1,60}(?:\[\d+\])?): ",
        example="Oct 27 09:40:48 host-a kubelet[4102]: ",
        near_miss="Oct 27 was the last day",
    ),
    Carrier(
        "program of a log drain",  # Heroku, RFC 5424 through systemd
        first=ascii_lowercase,
        needs=("]: ",),
        pattern=r"(?:[\w.-]{1,80} )?(?P<stream>[\w./-]{1,60}\[(?:\d{2,7}|\w+\.\w+)\]): ",
        example="app[web.1]: ",
        near_miss="weights[0]: shape mismatch",
        inner=True,
    ),
    Carrier(
        "kernel ring buffer",  # dmesg
        first="[",
        needs=("] ",),
        pattern=r"\[ {0,6}(?P<time>\d{1,9}\.\d{6})\](?:\[ *[TC]\d+\])? ",
        example="[ 1234.567890] ",
        near_miss="[1.2345] is the factor, not the time",
    ),
    Carrier(
        "redis",
        first=digits,
        needs=(":X ", ":C ", ":S ", ":M "),
        pattern=r"\d+:[XCSM] (?P<time>\d{1,2} \w{3} \d{4} \d\d:\d\d:\d\d\.\d+) [.*#-] ",
        example="1:C 24 Jan 2025 18:23:05.955 # ",
        near_miss="1:C is not a drive",
    ),
    Carrier(
        "named process with time",  # VS Code
        first="[",
        needs=("Z] ", "0] ", "1] ", "2] ", "3] ", "4] ", "5] ", "6] ", "7] ", "8] ", "9] "),
        pattern=rf"\[(?P<process>[A-Za-z][\w -]{{0,30}}) (?P<time>{STAMP})\] ",
        example="[main 2023-12-03T22:58:56.441Z] ",
        near_miss="[main 2023] closed",
    ),
)

# Asked last: their shape proves little, so that more telling carriers come first.
LABELS = (
    Carrier(
        "service",  # docker compose, foreman; a numbered one (`web_1`) is sure by itself
        first=ascii_letters + digits,
        needs=(" |",),
        pattern=r"(?P<stream>[A-Za-z0-9][\w.-]{0,80}+)(?:  {0,80}+(?<=  )| (?<=[-_.]\d )| (?<=[-_.]\d\d ))\|(?: |$)",
        example="django          | ",
        near_miss="x = a_1 | b",
        repeats=2,
    ),
    Carrier(
        "command",  # concurrently, npm-run-all: its number or its name
        first="[",
        needs=("] ",),
        pattern=r"\[(?P<stream>\d{1,2}|[a-z][\w:.-]{0,30})\](?: |$)",
        example="[1] ",
        near_miss="[404] page not found",
        repeats=3,
    ),
    Carrier(
        "task number",  # srun --label
        first=digits,
        pattern=r"(?P<stream>\d{1,5}): ",
        example="10: ",
        repeats=3,
    ),
)
