"""What shells say: a command that is not there, a file, a signal that ended a program."""

from __future__ import annotations

from errkb.parse.form import Form, FormParser

__all__ = ["FORMS", "PARSER"]

_SHELL = r"-?(?:/(?:usr/)?bin/)?(?:ba|da|k|a|c|tc|fi)?sh"
_SCRIPT = r"[\w./+@~-]{1,200}"
_WHERE = rf"(?:{_SHELL}|{_SCRIPT}\.sh|{_SCRIPT}): (?:(?:line )?\d{{1,6}}: )?"
_SIGNALS = (
    r"Aborted|Segmentation fault|Bus error|Illegal instruction|Killed|Trace/breakpoint trap|Floating point exception"
    r"|Abort trap: \d+|Segmentation fault: \d+|Killed: \d+|Illegal instruction: \d+|Bus error: \d+|Terminated"
)

FORMS = (
    Form(
        "command not found",
        needs=(": command not found", ": not found"),
        pattern=rf"(?P<message>(?:{_WHERE}[^\s:][^:\n]{{0,200}}: command not found"
        rf"|{_SHELL}: (?:line )?\d{{1,6}}: [^\s:]{{1,200}}: not found))$",
        language="shell",
        hint=True,
        example="bash: line 3: protoc: command not found",
        says="bash: line 3: protoc: command not found",
        near_miss="checking for protoc: not found",
    ),
    Form(
        "zsh",
        needs="zsh: ",
        pattern=r"(?P<message>zsh: (?:command not found: |no such file or directory: |permission denied: |bad "
        r"interpreter: "
        r"|no matches found: |parse error |(?:exec format error|bad CPU type in executable): |illegal "
        r"hardware instruction "
        r"|(?:killed|abort|segmentation fault|bus error|trace trap) {2,}).*)$",
        language="shell",
        hint="nearby",
        example="zsh: command not found: protoc",
        says="zsh: command not found: protoc",
        near_miss="zsh: history restored",
    ),
    Form(
        "file of a shell",
        needs=(
            ": No such file or directory",
            ": Permission denied",
            ": Is a directory",
            ": cannot execute",
            "xec format",
        ),
        pattern=rf"(?P<message>{_SHELL}: (?:(?:line )?\d{{1,6}}: )?.{{1,300}}?: (?:No such file or directory"
        r"|Permission denied|Is a directory|cannot execute[^:\n]{0,60}(?:: [^\n]{1,100})?|Exec format error))$",
        language="shell",
        hint=(": No such file or directory", ": Permission denied"),
        example="bash: ./run.sh: Permission denied",
        says="bash: ./run.sh: Permission denied",
        near_miss="cp: cannot stat 'x': No such file or directory",
    ),
    Form(
        "syntax and variables",
        needs=(
            "syntax error",
            "unbound variable",
            "bad substitution",
            "bad interpreter",
            "unexpected EOF",
            "ambiguous red",
        ),
        pattern=rf"(?P<message>{_WHERE}(?:[^\n]{{1,300}}: )?(?:syntax error[ :].*|unbound variable|bad substitution"
        r"|bad interpreter(?:: .*)?|unexpected EOF while .*|ambiguous redirect))$",
        language="shell",
        hint=("unbound variable", "bad interpreter", "syntax error"),
        example="./run.sh: line 14: syntax error near unexpected token `fi'",
        says="./run.sh: line 14: syntax error near unexpected token `fi'",
        near_miss="no syntax error in run.sh",
    ),
    Form(
        "signal",
        needs=(
            "Abort",
            "Segmentation fault",
            "Bus error",
            "Illegal instruction",
            "Killed",
            "Trace/",
            "Floating point ex",
        ),
        pattern=rf"(?P<message>(?:{_WHERE} {{0,8}}\d{{1,8}} )?(?:{_SIGNALS})(?: +\(core dumped\))?(?: {{2,}}\S.*)?)$",
        language="shell",
        hint=False,
        example="run.sh: line 9: 30527 Segmentation fault      (core dumped) python3 app.py",
        says="run.sh: line 9: 30527 Segmentation fault      (core dumped) python3 app.py",
        near_miss="Killed 3 stale workers",
    ),
    Form(
        "cmd.exe",
        needs="is not recognized as an internal or external command",
        pattern=r"(?P<message>(?:'[^'\n]{1,200}'|\"[^\"\n]{1,200}\") is not recognized as an internal or "
        r"external command,?.*)$",
        language="shell",
        more="lines",
        hint=("is not recognized as",),
        example="'make' is not recognized as an internal or external command,\noperable program or batch file.",
        says="'make' is not recognized as an internal or external command,\noperable program or batch file.",
    ),
    Form(
        "cmd.exe, short",
        needs=("The system cannot find the", "Access is denied.", "The filename, directory name"),
        pattern=r"(?P<message>The system cannot find the (?:path|file|drive|batch label) specified.*"
        r"|Access is denied\.|The filename, directory name, or volume label syntax is incorrect\.)$",
        language="shell",
        hint="nearby",
        example="The system cannot find the path specified.",
        says="The system cannot find the path specified.",
        near_miss="The system cannot find the update yet",
    ),
    Form(
        "env",
        needs="env: ",
        pattern=r"(?P<message>(?:/usr/bin/)?env: (?:can't execute )?[‘'\"]?[^\n'’]{1,100}[’'\"]?: No such "
        r"file or directory)$",
        language="shell",
        example="/usr/bin/env: 'python': No such file or directory",
        says="/usr/bin/env: 'python': No such file or directory",
    ),
    Form(
        "coreutils",
        needs=(": cannot ", ": failed to ", ": No space left on device", ": No such file", ": Permission denied"),
        pattern=r"(?P<message>(?:sudo: )?(?:cp|mv|rm|ln|ls|cat|mkdir|rmdir|touch|chmod|chown|dd|df|du|head"
        r"|tail|stat|find|grep"
        r"|sed|install|sort|tee|mktemp|cd|source|chgrp|mount|umount|nohup|exec|xargs|cmp|diff|wc|tr|unzip|gzip|zip|bzip2|xz"
        r"|rsync|mkfifo|readlink|realpath|sudo|su|cut|split|truncate|pushd): .{0,300}(?:cannot |failed to |No "
        r"space left on "
        r"device|No such file or directory|Permission denied|Is a directory|Not a directory|File exists"
        r"|Read-only file).*)$",
        language="shell",
        example="cp: cannot stat 'build/app': No such file or directory",
        says="cp: cannot stat 'build/app': No such file or directory",
        near_miss="app: cannot be reached for 5 minutes, see dashboard",
    ),
)

PARSER = FormParser("shell", FORMS)
