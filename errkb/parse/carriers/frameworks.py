"""Log records of programs and frameworks that have a form of their own, and what log shippers put before a line."""

from __future__ import annotations

from string import ascii_letters, digits

from errkb.parse.carriers.carrier import CLOCK, LEVEL, STAMP, Carrier

__all__ = ["FRAMEWORKS", "INNER_FRAMEWORKS"]

_UPPER = "TDINWECFSPAL"
_MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_NAME = r"[A-Za-z_][\w.$/-]{0,80}+"
_PLACE = r"[\w./+-]{1,120}:\d+"

FRAMEWORKS = (
    Carrier(
        "Ruby Logger, Rails",
        first="DIWEFA",
        needs=(" -- ",),
        pattern=rf"[DIWEFA], \[(?P<time>{STAMP}) #(?P<process>\d+)\] +(?P<level>{LEVEL}|ANY) -- "
        r"(?P<logger>[^:\n]{0,80}): ",
        example="E, [2026-08-24T16:20:26.580914 #4102] ERROR -- : ",
        near_miss="E, [4] failed",
    ),
    Carrier(
        "syslog, RFC 5424",
        first="<",
        needs=(">1 ",),
        pattern=rf"<\d{{1,3}}>1 (?P<time>{STAMP}) \S{{1,255}} (?P<stream>\S{{1,48}} \S{{1,128}}) \S{{1,32}} "
        r"(?:-|(?:\[[^\]\n]{0,500}\]){1,8})(?: |$)",
        example="<165>1 2026-10-27T09:40:48.003Z host-a app 4102 ID47 - ",
        near_miss="<1>1 is not less",
    ),
    Carrier(
        "syslog, RFC 3164",
        first="<",
        needs=(": ",),
        pattern=rf"<\d{{1,3}}>(?P<time>{_MONTH} [ \d]\d \d\d:\d\d:\d\d) \S{{1,80}} "
        r"(?P<stream>[\w./@()+ -]{1,60}(?:\[\d+\])?): ",
        example="<134>Oct 27 09:40:48 host-a app[4102]: ",
        near_miss="<134>Oct",
    ),
    Carrier(
        "gh run view --log",
        first=ascii_letters + digits + "(.",
        needs=("Z ",),
        pattern=rf"(?P<process>[^\t\n]{{1,120}})\t[^\t\n]{{1,120}}\t\ufeff?(?P<time>{STAMP}) ",
        example="test (3.11)\tRun tests\t2026-08-24T16:20:26.5809149Z ",
        near_miss="a\tb\tc",
    ),
    Carrier(
        "milliseconds",  # CloudWatch exports
        first="1",
        needs=("\t",),
        pattern=r"(?P<time>1\d{12})\t",
        example="1693910426580\t",
        near_miss="1693910426580 is late",
    ),
    Carrier(
        "time of Windows programs",
        first=digits,
        needs=("/",),
        pattern=r"(?P<time>\d{1,2}/\d{1,2}/\d{4},? \d{1,2}:\d\d:\d\d(?:\.\d+)?(?: [AP]M)?)(?: -|:)? +",
        example="8/24/2026 4:20:26 PM ",
        near_miss="8/24/2026 is a date",
    ),
    Carrier(
        "tomcat",
        first=digits,
        pattern=rf"(?P<time>\d\d-{_MONTH}-\d{{4}} {CLOCK}) (?P<level>{LEVEL}) \[(?P<process>[^\]\n]{{1,80}})\] "
        r"(?P<logger>\w+(?:\.[\w$<>]+){2,12}) ",
        example="24-Aug-2026 16:20:26.580 SEVERE [main] org.apache.catalina.core.StandardContext.listenerStart ",
        near_miss="24-Aug-2026 was a Monday",
    ),
    Carrier(
        "django, werkzeug",
        first="[",
        needs=("/",),
        pattern=rf"\[(?P<time>\d\d/{_MONTH}/\d{{4}} \d\d:\d\d:\d\d)\] "
        rf"(?:(?P<level>{LEVEL}) \[(?P<logger>[\w.-]+:\d+)\] )?",
        example="[24/Aug/2026 16:20:26] ERROR [django.request:12] ",
        near_miss="[24/Aug/2026] closed",
    ),
    Carrier(
        "hydra",
        first="[",
        needs=("][",),
        pattern=rf"\[(?P<time>{STAMP})\]\[(?P<logger>[\w.-]{{1,80}})\]\[(?P<level>{LEVEL})\] - ",
        example="[2026-08-24 16:20:26,580][app.main][ERROR] - ",
        near_miss="[1][2][3] is no list",
    ),
    Carrier(
        "transformers",
        first="[",
        needs=("|",),
        pattern=rf"\[(?P<level>{LEVEL})\|(?P<logger>[\w./-]+:\d+)\] (?P<time>{STAMP}) >> ",
        example="[ERROR|trainer.py:12] 2026-08-24 16:20:26,580 >> ",
        near_miss="[ERROR|5] x",
    ),
    Carrier(
        "NeMo",
        first="[",
        needs=("[NeMo ",),
        pattern=rf"\[NeMo (?P<level>[DIWEC]) (?P<time>{STAMP}) (?P<logger>[\w./-]+:\d+)\](?: rank:\d+\])? *",
        severe=("[NeMo E", "[NeMo C"),
        example="[NeMo E 2026-08-24 16:20:26 nemo_logging:349] ",
        near_miss="[NeMo E] x",
    ),
    Carrier(
        "stern",
        first=ascii_letters + digits,
        needs=("Z ", "+"),
        pattern=rf"(?P<stream>[a-z0-9][\w.-]{{2,80}} [a-z0-9][\w.-]{{0,60}}) (?P<time>{STAMP}) ",
        example="web-7d9f4c-abc12 app 2026-08-01T10:00:00.123Z ",
        near_miss="web app 2026 is out",
    ),
    Carrier(
        "time of syslog",
        first="JFMASOND",
        pattern=rf"(?P<time>{_MONTH} [ \d]\d \d\d:\d\d:\d\d(?:\.\d+)?) +",
        example="Aug 24 16:20:26 ",
        near_miss="Aug 24 was a Monday",
    ),
    Carrier(
        "rank of lightning, torch elastic",
        first="[",
        needs=("[rank: ", "|", "]:"),
        pattern=r"\[(?:rank: (?P<stream>\d+)\] |(?P<stream2>[a-z]\w{0,20}\d+\|\d+)\]: ?|(?P<stream3>\d{1,4})\]: ?)",
        example="[rank: 0] ",
        near_miss="[rank: x] failed",
    ),
    Carrier(
        "pm2",
        first=digits,
        needs=("|",),
        pattern=r"(?P<stream>\d{1,3}\|[\w.-]{1,40}) +\| ?",
        example="0|api  | ",
        near_miss="0|1 | 2",
        repeats=2,
    ),
    Carrier(
        "logcat, brief",
        first="VDIWEF",
        needs=("/",),
        pattern=r"(?P<level>[VDIWEF])/(?P<logger>[\w.$ -]{1,60}?) ?\( *(?P<process>\d+)\): ",
        severe=("\nE/", " E/", "\nF/"),
        example="E/AndroidRuntime( 1702): ",
        near_miss="E/S: x",
    ),
    Carrier(
        "logcat, time",
        first=digits,
        pattern=r"(?P<time>\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}) +(?=[VDIWEF]/)",
        example="08-24 16:20:26.580 ",
        text="E/python(1702): cannot open",
        near_miss="08-24 16:20:26.580 left",
    ),
    Carrier(
        "level, time",  # Django's verbose format
        first=_UPPER,
        pattern=rf"(?P<level>{LEVEL}) (?P<time>{STAMP}) (?:(?P<logger>{_NAME}) \d+ \d+ )?",
        example="ERROR 2026-08-24 16:20:26,580 basehttp 12 34 ",
        near_miss="ERROR 2026 is over",
    ),
    Carrier(
        "spark, level and class",
        first=digits,
        pattern=rf"(?P<time>\d\d/\d\d/\d\d \d\d:\d\d:\d\d) (?P<level>{LEVEL}) (?P<logger>[\w.$]{{1,120}}): ",
        example="26/08/24 16:20:26 ERROR Executor: ",
        near_miss="26/08/24 16:20 ERROR",
    ),
)

INNER_FRAMEWORKS = (
    Carrier(
        "time and request",  # AWS Lambda
        first=digits,
        needs=("Z",),
        pattern=rf"(?P<time>{STAMP})[ \t]+(?P<process>[0-9a-f]{{8}}-[0-9a-f-]{{27}})[ \t]+",
        late=True,
        example="2026-08-24T16:20:26.580Z 1d2c3b4a-aaaa-bbbb-cccc-1234567890ab ",
        near_miss="2026-08-24T16:20:26.580Z-x was it",
        inner=True,
    ),
    Carrier(
        "container runtime",  # CRI: what kubelet writes to /var/log/pods
        first="s",
        needs=(" F ", " P "),
        pattern=r"std(?:out|err) [FP](?: |$)",
        example="stderr F ",
        near_miss="stderr is closed",
        inner=True,
    ),
    Carrier(
        "gitlab",
        first=digits,
        pattern=r"\d\d[EO](?: |\+|$)",
        example="01E ",
        near_miss="01E5 items",
        inner=True,
    ),
    Carrier(
        "fly.io",
        first=ascii_letters,
        needs=("] ",),
        pattern=r"(?P<stream>[\w-]{1,60}\[\w{4,20}\]) [a-z]{3} \[(?P<level>info|error|warn|debug)\] ?",
        example="app[1781977c] ams [error] ",
        near_miss="app[0] is gone",
        inner=True,
    ),
    Carrier(
        "supervisord",
        first="D",
        needs=("DEBG",),
        pattern=r"DEBG '(?P<stream>[^'\n]{1,80})' std(?:out|err) output:(?: |$)",
        example="DEBG 'web' stderr output: ",
        near_miss="DEBG is on",
        inner=True,
    ),
    Carrier(
        "flask",
        first=_UPPER,
        needs=(" in ",),
        pattern=rf"(?P<level>{LEVEL}) in (?P<logger>\w{{1,60}}): ",
        example="ERROR in app: ",
        near_miss="ERROR in file x",
        inner=True,
    ),
    Carrier(
        "place in brackets",  # DeepSpeed, Home Assistant
        first="([",
        needs=("] ", ") ["),
        pattern=rf"(?:\((?P<process>[\w-]{{1,60}})\) )?\[(?P<logger>{_PLACE}(?::[\w<>]+)?|[a-z_]\w*(?:\.\w+)+)\] ",
        late=True,
        example="[launch.py:12:main] ",
        near_miss="[launch 12] failed",
        inner=True,
    ),
    Carrier(
        "structlog",
        first="[",
        pattern=r"\[(?P<level>debug|info|warning|error|critical|exception) {1,6}\] ",
        example="[error    ] ",
        near_miss="[error in x] y",
        inner=True,
    ),
    Carrier(
        "tensorflow, XLA",
        first=":EWIF",
        needs=("] ",),
        pattern=rf"(?:: )?(?P<level>[EWIF]) (?P<logger>{_PLACE})\] ",
        severe=(": E ", ": F "),
        example="E tensorflow/core/x.cc:12] ",
        near_miss="E is not a number",
        inner=True,
    ),
    Carrier(
        "process, level, database, logger",  # Odoo
        first=digits,
        pattern=rf"(?P<process>\d{{1,7}}) (?P<level>{LEVEL}) [\w?-]{{1,60}} (?P<logger>[\w.]+): ",
        example="12 ERROR db odoo.http: ",
        near_miss="12 errors in db: x",
        text="bad",
        inner=True,
    ),
    Carrier(
        "cloud-init",
        first="-" + ascii_letters,
        needs=("]: ",),
        pattern=rf"(?:- )?(?P<logger>[\w.-]{{1,60}})\[(?P<level>{LEVEL})\]: ",
        example="- util.py[WARNING]: ",
        near_miss="util[0]: x",
        inner=True,
    ),
    Carrier(
        "zuul",
        first="|",
        needs=(" | ",),
        pattern=r"\| (?P<process>[\w.-]{1,60}) \| ",
        example="| node | ",
        near_miss="|a b| c",
        inner=True,
    ),
    Carrier(
        "client of a request",  # Apache
        first="[",
        needs=("[client ", "[remote ", "[pid "),
        pattern=r"\[(?:client|remote|pid) [\w.:\[\]-]{1,80}(?: ?:?tid \d+)?\] ",
        late=True,
        example="[pid 12:tid 34] ",
        near_miss="[client gone away]",
        inner=True,
    ),
    Carrier(
        "level, logger, place",  # %(levelname)s %(name)s (%(filename)s:%(lineno)d)
        first=_UPPER,
        pattern=rf"(?P<level>{LEVEL}) +(?:\[(?P<process>[^\]\n]{{1,80}})\] )?(?P<logger>{_NAME}) "
        rf"\(?{_PLACE}\)?(?: -|:) ",
        example="ERROR app.main main.py:12 - ",
        near_miss="ERROR at main.py:12 in f",
        inner=True,
    ),
)
