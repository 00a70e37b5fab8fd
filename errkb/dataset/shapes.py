"""Shape errors in plain words: which key, what is expected there, what stands there.

pydantic finds them; its own wording ("Input should be …", "string_pattern_mismatch") is for programmers, so each kind
of error is said again for the author of a record.
"""

from __future__ import annotations

from typing import Any, TypeVar, get_args

from pydantic import BaseModel, StringConstraints, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from errkb.model import published, record
from errkb.model.catalog import Finding

__all__ = ["pointer", "validate", "validate_as"]

M = TypeVar("M", bound=BaseModel)

_WORDS = {
    record.RecordId: "16 lower-case hexadecimal characters",
    record.Sha: "40 lower-case hexadecimal characters (a full commit SHA)",
    published.Sha256: "64 lower-case hexadecimal characters (a SHA-256)",
    record.RepoName: "`owner/name`: one slash, no blanks, neither part `.` or `..`",
    record.Slug: "lower-case letters and digits in runs joined by single dashes",
    record.Tag: "a tag in lower-case kebab form, starting with a letter",
    record.Timestamp: "a time in UTC such as `2026-08-15T22:17:37Z`",
    record.Link: "a URL that starts with http:// or https://, without blanks",
    published.DataPath: "a path that starts with /data/",
}
_TYPES = {
    "string_type": "a string",
    "int_type": "an integer",
    "int_from_float": "an integer (no fraction)",
    "float_type": "a number",
    "bool_type": "true or false",
    "list_type": "an array",
    "dict_type": "an object",
    "model_type": "an object",
    "string_unicode": "text that UTF-8 can hold (a lone surrogate is not)",
}
_BOUNDS = {
    "greater_than_equal": ("ge", "at least"),
    "less_than_equal": ("le", "at most"),
    "greater_than": ("gt", "more than"),
    "less_than": ("lt", "less than"),
}
_JSON_TYPES = {
    bool: "a boolean",
    int: "a number",
    float: "a number",
    str: "a string",
    list: "an array",
    dict: "an object",
}


def validate(model: type[M], data: Any) -> tuple[M | None, list[Finding]]:
    """Return the data as `model`, or `None` and one finding per fault, in the order of the document."""
    try:
        return model.model_validate(data), []
    except ValidationError as error:
        return None, [_finding(detail) for detail in error.errors(include_url=False)]


def validate_as(shape: Any, data: Any) -> tuple[Any, list[Finding]]:
    """Return the data as any type pydantic knows (a list of models), or `None` and one finding per fault."""
    try:
        return TypeAdapter(shape).validate_python(data), []
    except ValidationError as error:
        return None, [_finding(detail) for detail in error.errors(include_url=False)]


def pointer(keys: tuple[int | str, ...]) -> str:
    """Return the JSON pointer (RFC 6901) of a path of keys."""
    return "".join("/" + str(key).replace("~", "~0").replace("/", "~1") for key in keys)


def _finding(detail: ErrorDetails) -> Finding:
    kind, at = detail["type"], pointer(detail["loc"])
    if kind == "missing":
        return Finding("missing-key", "the key is missing", pointer=at, hint="every key is present; unknown is null")
    if kind == "extra_forbidden":
        return Finding("unknown-key", "no such key in this shape", pointer=at, hint="remove it, or correct its name")
    if kind in _TYPES:
        return Finding("wrong-type", f"expected {_TYPES[kind]}, found {_shown(detail['input'])}", pointer=at)
    return Finding("wrong-value", f"expected {_expected(detail)}, found {_shown(detail['input'])}", pointer=at)


def _expected(detail: ErrorDetails) -> str:
    kind, context = detail["type"], detail.get("ctx", {})
    if kind == "string_too_short":
        return "a string that is not empty"
    if kind == "string_too_long":
        return f"at most {context['max_length']} characters"
    if kind == "literal_error":
        return f"one of {context['expected']}" if " or " in context["expected"] else context["expected"]
    if kind == "string_pattern_mismatch":
        return _BY_PATTERN.get(context["pattern"], f"text of the form {context['pattern']}")
    if kind in _BOUNDS:
        key, words = _BOUNDS[kind]
        return f"{words} {context[key]}"
    return detail["msg"]


def _shown(value: Any) -> str:
    """Return what stands there: its JSON type, and a short form of scalars (escaped, so safe on a terminal)."""
    if value is None:
        return "null"
    name = _JSON_TYPES.get(type(value), "something else")
    if isinstance(value, str):
        return f"the string {value!a}" if len(value) <= 60 else f"a string of {len(value)} characters"
    return name if isinstance(value, (list, dict)) else f"{name} ({str(value)[:40].lower()})"


def _pattern(annotated: Any) -> str:
    constraints = next(part for part in get_args(annotated)[1:] if isinstance(part, StringConstraints))
    return str(constraints.pattern)


_BY_PATTERN = {_pattern(annotated): words for annotated, words in _WORDS.items()}
