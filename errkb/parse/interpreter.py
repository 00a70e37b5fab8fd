"""What the Python interpreter itself says before a program runs: `/usr/bin/python3: No module named app`."""

from __future__ import annotations

from errkb.parse.form import Form, FormParser

__all__ = ["FORMS", "PARSER"]

# Folders on Windows and macOS hold blanks; a drive letter is followed by the only other colon of a path.
_INTERPRETER = (
    r"(?:[A-Za-z]:[\\/]|[~./\\\w\"'])(?:[^\n:]{0,400}[\\/\w])?(?:[Pp]ython|pypy)[\w.-]{0,24}[\"']?: "
    r"|[\"']?(?:python|pypy)[\w.-]{0,24}[\"']?: "
)
_SAYS = (
    r"No module named |can't open file |Error while finding |can't find '__main__' module |No code object available"
    r"|error while loading |bad interpreter|invalid option|command not found"
)

FORMS = (
    Form(
        "interpreter",
        needs=(": No module named ", ": can't open file ", ": can't find '__main__'", ": Error while finding "),
        pattern=rf"(?P<message>(?:{_INTERPRETER})(?:{_SAYS}).*)$",
        language="python",
        hint=(": No module named ", ": can't open file ", ": can't find '__main__'"),
        example=r"C:\Program Files\Python311\python.exe: No module named pytest",
        says=r"C:\Program Files\Python311\python.exe: No module named pytest",
        near_miss="checking python: found, 3.11",
    ),
)

PARSER = FormParser("interpreter", FORMS)
