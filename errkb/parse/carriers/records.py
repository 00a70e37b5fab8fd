"""Log records: what logging libraries put before a message (time, level, logger, thread)."""

from __future__ import annotations

from string import ascii_letters, digits

from errkb.parse.carriers.carrier import CLOCK, LEVEL, STAMP, ZONE, Carrier

__all__ = ["INNER", "RECORDS"]

_UPPER = "TDINWECFSPAL"
_ANY = _UPPER + _UPPER.lower()
_ANY_LEVEL = rf"(?:{LEVEL}|{LEVEL.lower()})"
_DAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
_MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_RANK = r"[A-Z][A-Z_]{0,12}\d+"
_WIDTH = 80
_NAME = rf"[A-Za-z_][\w.$/-]{{0,{_WIDTH}}}+"
_LOGGER = rf"{_NAME}(?<!Error)(?<!Exception)"  # a class begins the message

RECORDS = (
    Carrier(
        "celery",
        first="[",
        needs=("/",),
        pattern=rf"\[(?P<time>{STAMP}): (?P<level>{LEVEL})/(?P<process>[^\]\n]{{1,{_WIDTH}}})\] ",
        example="[2021-04-26 10:31:07,142: ERROR/ForkPoolWorker-2] ",
        near_miss="[2021-04-26: ERROR] ",
    ),
    Carrier(
        "bracketed time",  # SGLang adds ranks
        first="[",
        pattern=rf"\[(?P<time>{STAMP})(?: (?P<process>{_RANK}(?: {_RANK}){{0,7}}))?\]:?(?: |$)",
        example="[2025-09-08 21:40:03 TP4 PP1] ",
        near_miss="[2025-09-08] released",
    ),
    Carrier(
        "bracketed time and level",  # env_logger, Minecraft
        first="[",
        needs=("[",),
        pattern=rf"\[(?P<time>(?:{STAMP}|{CLOCK})) (?P<level>{LEVEL})(?: +(?P<logger>[\w:.-]+))?\]:? ",
        example="[00:20:45 WARN]: ",
        near_miss="[00:20:45 left] waiting",
    ),
    Carrier(
        "bracketed clock",
        first="[",
        pattern=rf"\[(?P<time>{CLOCK})\]:? ",
        example="[10:31:07] ",
        near_miss="[10:31] meeting",
    ),
    Carrier(
        "apache",
        first="[",
        needs=("[Mon", "[Tue", "[Wed", "[Thu", "[Fri", "[Sat", "[Sun"),
        pattern=rf"\[(?P<time>{_DAY} {_MONTH} [ \d]\d \d\d:\d\d:\d\d(?:\.\d+)? \d{{4}})\] ",
        example="[Sun Dec 04 04:47:44 2005] ",
        near_miss="[Sun Dec 04] closed",
    ),
    Carrier(
        "c10 log",  # PyTorch's C++ side
        first="[",
        needs=("[E", "[W", "[I", "[F"),
        pattern=rf"\[(?P<level>[EWIF])(?P<time>\d{{3,4}} {CLOCK})? (?P<logger>[\w./+-]+:\d+)\] ?",
        severe=tuple(f"[E{digit}" for digit in range(10)),
        example="[E318 04:11:09.300112233 ProcessGroupNCCL.cpp:607] ",
        near_miss="[Index:5] out of range",
    ),
    Carrier(
        "jupyter",
        first="[",
        needs=("[E ", "[W ", "[I ", "[D ", "[C "),
        pattern=rf"\[(?P<level>[EWIDC]) (?P<time>(?:{STAMP}|{CLOCK})) (?P<logger>[\w.-]+)\] ",
        severe=("[E ",),
        example="[E 2024-01-01 10:00:00.123 ServerApp] ",
        near_miss="[E 2024] unknown",
    ),
    Carrier(
        "multiprocessing",
        first="[",
        needs=("/",),
        pattern=rf"\[(?P<level>{LEVEL})/(?P<process>[\w-]{{1,{_WIDTH}}})\] ",
        example="[ERROR/ForkPoolWorker-1] ",
        near_miss="[ERROR/ unknown",
    ),
    Carrier(
        "bracketed level",
        first="[",
        pattern=rf"\[ ?(?P<level>{_ANY_LEVEL}) {{0,3}}\]:?(?:[ \t]+|$)",
        example="[ERROR] ",
        near_miss="[ERROR CODE] 5",
    ),
    Carrier(
        "time of a container",  # docker logs -t, kubectl --timestamps, GitHub Actions: the text keeps its indentation
        first=digits,
        pattern=r"(?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6,9}Z)(?: |$)",
        example="2026-08-24T16:20:26.5809149Z ",
        near_miss="2026-08-24T16 was a Monday",
    ),
    Carrier(
        "time, level, logger, colons",  # logging formatters
        first=digits,
        pattern=rf"(?P<time>{STAMP}):(?P<level>{LEVEL}):(?:(?P<logger>{_LOGGER}):(?=\S))? ?",
        example="2026-08-24 16:20:26,580:ERROR:app:",
        near_miss="2026-08-24 16:20:26,580:ERRORS:5",
    ),
    Carrier(
        "time",
        first=digits,
        pattern=rf"(?P<time>{STAMP})(?: \|$|(?: -| \||,|:)? +|$|\t)",
        example="2026-08-24T16:20:26.5809149Z ",
        near_miss="2026-08-24 was a Monday",
    ),
    Carrier(
        "clock",
        first=digits,
        pattern=rf"(?P<time>{CLOCK}{ZONE})(?: \|$|(?: \||:)? +)",
        example="02:10:41.741 | ",
        near_miss="02:10 left",
    ),
    Carrier(
        "spark",
        first=digits,
        pattern=r"(?P<time>\d\d/\d\d/\d\d \d\d:\d\d:\d\d) ",
        example="17/06/09 20:10:40 ",
        near_miss="17/06/09 was a Friday",
    ),
    Carrier(
        "hdfs",
        first=digits,
        pattern=rf"(?P<time>\d{{6}} \d{{6}}) \d+ (?={LEVEL} )",
        example="081109 203615 148 ",
        text="INFO dfs.DataNode$PacketResponder: terminating",
        near_miss="081109 203615 148 blocks",
    ),
    Carrier(
        "logcat",
        first=digits,
        pattern=r"(?P<time>\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}) +\d+ +\d+ (?P<level>[VDIWEF]) (?P<logger>[^:\n]{1,60}): ",
        severe=(" E ", " F "),
        example="03-17 16:13:38.811  1702  2395 D WindowManager: ",
        near_miss="03-17 16:13:38.811 left",
    ),
    Carrier(
        "vllm",
        first=_UPPER,
        needs=("] ",),
        pattern=rf"(?P<level>{LEVEL}) (?P<time>\d\d-\d\d {CLOCK}) \[?(?P<logger>[\w./-]+:\d+)\](?: |$)",
        example="ERROR 10-22 09:14:05 [core.py:708] ",
        near_miss="ERROR 10-22 is unknown",
    ),
    Carrier(
        "klog, glog",
        first="EWIF",
        needs=("] ",),
        pattern=rf"(?P<level>[EWIF])(?P<time>\d{{4}} {CLOCK}) +\d+ (?P<logger>[\w./+-]+:\d+)\](?: |$)",
        severe=("\nE0", "\nE1", " E0", " E1", "\nF0", "\nF1"),
        example="E1027 09:40:48.471488    4102 pod_workers.go:182] ",
        near_miss="E1027 unknown option",
    ),
    Carrier(
        "logging.basicConfig",
        first=_UPPER,
        pattern=rf"(?P<level>{LEVEL}):(?P<logger>[A-Za-z_][\w.-]{{0,{_WIDTH}}}+):(?=\S|$| {{2,}}\S)",
        example="ERROR:torch.distributed.elastic.multiprocessing.api:",
        near_miss="ERROR:file not found: x",
    ),
    Carrier(
        "level and colon",
        first=_UPPER,
        pattern=r"(?P<level>TRACE|DEBUG|INFO|NOTICE|WARNING|WARN|ERROR|CRITICAL|FATAL|SEVERE): +",
        late=True,
        example="ERROR: ",
        near_miss="ERRORS: 5",
    ),
    Carrier(
        "level and dash, bar, column",
        first=_UPPER,
        pattern=rf"(?P<level>{LEVEL}) *(?: - | \| |  (?=\S)| (?=\[))",
        example="ERROR  | ",
        near_miss="ERROR IN CONTACTING RM.",
    ),
    Carrier(
        "logger first",  # dask.distributed
        first=ascii_letters,
        needs=(" - ",),
        pattern=rf"(?P<logger>{_NAME}) - (?P<level>{LEVEL}) - ",
        example="distributed.nanny - WARNING - ",
        near_miss="client - server - mismatch",
    ),
    Carrier(
        "npm, node-gyp",
        first="ngl",
        needs=("npm ", "gyp ", "lerna "),
        pattern=r"(?:npm|gyp|node-pre-gyp|lerna) "
        r"(?P<level>ERR!|error|WARN|warn|notice|info|verbose|http|timing|silly)(?: |$)",
        example="npm ERR! ",
        near_miss="npm run build",
        logger="npm",
    ),
)

INNER = (
    Carrier(
        "logger and level",  # logging formatters, xinference, torch elastic
        first=ascii_letters + "-_",
        pattern=rf"(?:- )?(?P<logger>{_NAME})"
        rf"(?: - (?P<level>{LEVEL}) - | \d+ (?P<level2>{LEVEL}) +|: \[(?P<level3>{LEVEL})\] )",
        example="name - ERROR - ",
        near_miss="name - 5 - x",
        inner=True,
    ),
    Carrier(
        "location and level",  # airflow
        first="{",
        needs=("{",),
        pattern=rf"\{{{{1,2}}(?P<logger>[\w./-]+:\d+)\}}{{1,2}} (?P<level>{LEVEL}) - (?:Job \d+: Subtask \S+ )?",
        example="{taskinstance.py:1851} ERROR - ",
        near_miss="{name} ERROR - ",
        inner=True,
    ),
    Carrier(
        "process, level, logger",  # OpenStack
        first=digits,
        pattern=rf"\d+ (?P<level>{LEVEL}) (?P<logger>{_NAME}) (?:\[[^\]\n]{{1,300}}\] )?",
        example="25746 INFO nova.osapi_compute.wsgi.server [req-38101a0b - - -] ",
        near_miss="25746 items left",
        inner=True,
    ),
    Carrier(
        "spring boot",
        first=_UPPER,
        needs=(" --- ",),
        pattern=rf"(?P<level>{LEVEL}) \d+ --- (?:\[[^\]\n]{{1,{_WIDTH}}}\] ){{1,3}}(?P<logger>\S{{1,{_WIDTH}}}) +: ",
        example="ERROR 1234 --- [main] o.s.b.SpringApplication               : ",
        near_miss="ERROR 1234 --- failed",
        inner=True,
    ),
    Carrier(
        "loguru",
        first=_UPPER,
        needs=("| ",),
        pattern=rf"(?P<level>{LEVEL}) *\| (?P<logger>[\w.<>]+:[\w<>]+:\d+) - ",
        example="ERROR    | app.main:run:12 - ",
        near_miss="ERROR | x:y - z",
        inner=True,
    ),
    Carrier(
        "level, thread, logger",  # log4j
        first=_UPPER,
        needs=("] ",),
        pattern=rf"(?P<level>{LEVEL}) +\[(?P<process>[^\]\n]{{1,{_WIDTH}}})\] (?P<logger>{_LOGGER})(?::| -) +",
        example="ERROR [main] org.apache.hadoop.mapreduce.v2.app.MRAppMaster: ",
        near_miss="ERROR [main] cannot start",
        inner=True,
    ),
    Carrier(
        "thread, level, logger",
        first="[",
        needs=("] ",),
        pattern=rf"\[(?P<process>[^\]\n]{{1,{_WIDTH}}})\] (?P<level>{LEVEL}) +(?P<logger>{_LOGGER})(?: :| -|:) +",
        example="[main] ERROR com.example.App - ",
        near_miss="[shape] mismatch",
        inner=True,
    ),
    Carrier(
        "thread and level",
        first="[",
        pattern=rf"\[[^\]\n]{{1,{_WIDTH}}}[/ ](?P<level>{LEVEL})\]:? ",
        example="[Server thread/ERROR]: ",
        near_miss="[Server thread/5]: ",
        inner=True,
    ),
    Carrier(
        "bracketed level",  # gunicorn, nginx, Apache
        first="[",
        pattern=rf"\[(?:[\w-]+:)?(?P<level>{_ANY_LEVEL}) ?\](?: \d+#\d+:(?: \*\d+)?)?:? +",
        example="[error] 12#12: *3 ",
        near_miss="[error code] 5",
        inner=True,
    ),
    Carrier(
        "numbers, request, thread",
        first="[",
        pattern=r"\[(?:\d+|-|pid \d+|req-[^\]\n]{1,200}|main|[\w$]+(?:\.[\w$]+)+|[\w .]{0,80}(?:-\w+){0,8}-\d+)\]:?"
        r"(?: - |  *)",
        late=True,
        example="[req-0123456789abcdef] ",
        near_miss="[Rank 0] Watchdog caught",
        inner=True,
    ),
    Carrier(
        "level",
        first=_UPPER + "-| ",
        pattern=rf"(?:[-|] | +)?(?P<level>{LEVEL}|LOG)(?: *[-|:]|(?= ))(?: +|$)",
        example="- ERROR - ",
        near_miss="- ERRORS - ",
        inner=True,
    ),
    Carrier(
        "dotted logger",
        first=ascii_letters,
        pattern=r"(?P<logger>[A-Za-z_][\w$]*(?:\.[\w$]+)+)(?::| -) +",
        late=True,
        example="executor.CoarseGrainedExecutorBackend: ",
        near_miss="java.lang.IllegalStateException: ",
        inner=True,
    ),
)
