"""What triage reads: files, folders, archives, rotated logs and standard input as streams of UTF-8.

    for log in open_logs(["logs/", "job.zip", "-"]):
        while block := log.read(8 << 20):
            …                       # log.place(17) -> ("job.zip!build/3_Run.txt", 17, "Run")
        log.reports()               # what has become of each file

Content decides, not the name; nothing is ever written by a name that stands in an archive.
"""

from __future__ import annotations

from errkb.source.logs.limits import Limits
from errkb.source.logs.logfile import LogFile, Piece
from errkb.source.logs.opening import open_logs
from errkb.source.logs.streams import Meter

__all__ = ["Limits", "LogFile", "Meter", "Piece", "open_logs"]
