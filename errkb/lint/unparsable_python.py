"""Python in a code field that Python cannot parse: nobody can use it as it stands.

A before/after example may show two files, so each part is parsed alone where the whole does not parse. The broken part
of an example about a syntax error is meant not to parse.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Sequence
from typing import Any

from errkb.lint.examples import is_python, parts
from errkb.lint.rule import Context, Located, Rule
from errkb.model.catalog import Finding

__all__ = ["RULE"]

FIELDS = ("exampleFix", "validationCode", "typeGuard", "tryCatchPattern")
_SYNTAX = ("SyntaxError", "IndentationError", "TabError")


def _check(entries: Sequence[Located], context: Context) -> Iterator[Finding]:
    for located in entries:
        record = located.entry.record
        for field in FIELDS:
            for code in _pieces(record, field):
                fault = _fault(code) if is_python(code, record["filePath"]) else None
                if fault:
                    yield Finding(RULE.name, fault, located.path, f"/{field}")


def _pieces(record: dict[str, Any], field: str) -> list[str]:
    code = record[field]
    if code is None or _fault(code) is None:
        return []
    found = parts(code)
    broken_on_purpose = (record["errorClass"] or "").endswith(_SYNTAX)
    return [part.code for part in found if not (broken_on_purpose and part.side == "before")] if found else [code]


def _fault(code: str) -> str | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # invalid escape sequences
            ast.parse(code)
    except SyntaxError as error:
        return f"Python cannot parse this: {error.msg} (line {error.lineno} of the code)"
    except (ValueError, RecursionError, MemoryError) as error:
        return f"Python cannot parse this: {error}"
    return None


RULE = Rule("unparsable-python", "record", _check)
