"""What database clients and servers print on one line: psql, MySQL, SQLite, Redis, MongoDB, Kafka."""

from __future__ import annotations

from errkb.parse.form import Form, FormParser

__all__ = ["FORMS", "PARSER"]

_REDIS = (
    "ERR|WRONGTYPE|NOAUTH|WRONGPASS|NOPERM|MOVED|ASK|CLUSTERDOWN|CROSSSLOT|LOADING|MISCONF|OOM|READONLY|BUSY|BUSYGROUP"
    "|NOGROUP|NOSCRIPT|EXECABORT|MASTERDOWN|NOREPLICAS|TRYAGAIN|UNKILLABLE|BUSYKEY|INPROG|NOTBUSY|NOPROTO|DENIED"
)

FORMS = (
    Form(
        "psql",
        needs="psql: ",
        pattern=r"psql: (?:error: |FATAL:  )?(?P<message>(?:connection to server |could not (?:connect"
        r"|translate) |FATAL:  ).*)$",
        language="sql",
        more="indented",
        hint="nearby",
        example="psql: error: connection to server on socket '/run/.s.PGSQL' failed: No such file or "
        "directory\n\tIs the"
        " server running locally and accepting connections on that socket?",
        says="connection to server on socket '/run/.s.PGSQL' failed: No such file or directory\n\tIs the"
        " server running locally and accepting connections on that socket?",
        near_miss="psql: warning: extra argument ignored",
    ),
    Form(
        "mysql client",
        needs=" (",
        pattern=r"(?:ERROR )?(?P<code>\d{4}) \((?P<state>[0-9A-Z]{5})\)(?: at line \d+(?: in file: "
        r"'[^'\n]{1,300}')?)?: (?P<message>\S.*)$",
        language="sql",
        code="MySQL {code}",
        example="ERROR 1062 (23000) at line 1: Duplicate entry '1' for key 'PRIMARY'",
        says="Duplicate entry '1' for key 'PRIMARY'",
        near_miss="ERROR 1062 duplicates removed",
    ),
    Form(
        "mysql server",
        needs="[MY-",
        pattern=r"(?:\S{10,40} )?(?:\d{1,10} )?(?:\[ERROR\] )?\[(?P<code>MY-\d{6})\] \[\w+\] (?P<message>\S.*)$",
        language="sql",
        example="2024-03-01T10:00:00.123456Z 0 [ERROR] [MY-010119] [Server] Aborting",
        says="Aborting",
        near_miss="2024-03-01T10:00:00.123456Z 0 [Note] [MY-010051] Event Scheduler",
    ),
    Form(
        "mariadb server",
        needs=" [ERROR] ",
        pattern=r"(?:\d{4}-\d\d-\d\d {1,2}\d{1,2}:\d\d:\d\d )?\d+ \[ERROR\] (?P<message>\S.*)$",
        language="sql",
        example="2026-12-01  9:56:17 0 [ERROR] InnoDB: Unable to lock ./ibdata1 error: 11",
        says="InnoDB: Unable to lock ./ibdata1 error: 11",
        near_miss="2026-12-01  9:56:17 0 [Note] InnoDB: End of log at LSN=44760",
    ),
    Form(
        "sqlite shell",
        needs=("Error: ", "error near line ", "Error near line ", "error: "),
        pattern=r"(?:Error: (?:near line \d+: |stepping, |in prepare, )|(?:Runtime|Parse) error(?: near line \d+)?: )"
        r"(?P<message>\S.*?)(?: \((?P<code>\d{1,5})\))?$",
        language="sql",
        more="indented",
        example="Error: in prepare, no such table: users",
        says="no such table: users",
        near_miss="Error: steps missing",
    ),
    Form(
        "redis reply",
        needs=tuple(f"{word} " for word in _REDIS.split("|")),
        pattern=rf"(?:\(error\) |-)(?P<message>(?P<code>{_REDIS}) .*)$",
        example="(error) WRONGTYPE Operation against a key holding the wrong kind of value",
        says="WRONGTYPE Operation against a key holding the wrong kind of value",
        near_miss="READONLY mode is on",
    ),
    Form(
        "redis client",
        needs="Could not connect to Redis at ",
        pattern=r"(?P<message>Could not connect to Redis at .*)$",
        example="Could not connect to Redis at 127.0.0.1:6379: Connection refused",
        says="Could not connect to Redis at 127.0.0.1:6379: Connection refused",
    ),
    Form(
        "mongodb",
        needs=("MongoServerError: ", "MongoError: ", "BulkWriteError: "),
        pattern=r"(?:Uncaught:?\s+)?(?P<cls>Mongo(?:Server|Bulk\w*)?Error|BulkWriteError|WriteError): "
        r"(?P<message>(?:(?P<code>E\d{4,6}) )?\S.*)$",
        language="javascript",
        example="MongoServerError: E11000 duplicate key error collection: shop.users index: email_1 dup key",
        says="E11000 duplicate key error collection: shop.users index: email_1 dup key",
    ),
    Form(
        "librdkafka",
        needs="|rdkafka#",
        pattern=r"%[0-3]\|\d{5,12}\.\d{1,6}\|(?P<code>\w{1,20})\|rdkafka#[^|\n]{1,100}\| (?P<message>\S.*)$",
        language="c",
        code="{code}",
        hint=True,
        example="%3|1700000000.123|FAIL|rdkafka#producer-1| [thrd:localhost:9092/bootstrap]: "
        "localhost:9092/bootstrap: Connect"
        " to ipv4#127.0.0.1:9092 failed: Connection refused (after 0ms in state CONNECT)",
        says="[thrd:localhost:9092/bootstrap]: localhost:9092/bootstrap: Connect"
        " to ipv4#127.0.0.1:9092 failed: Connection refused (after 0ms in state CONNECT)",
        near_miss="%6|1700000000.123|INFO|rdkafka#producer-1| ready",
    ),
)

PARSER = FormParser("store", FORMS)
