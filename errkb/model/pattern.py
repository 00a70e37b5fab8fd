"""Message templates and the patterns derived from them.

A template is literal text with placeholders (`{name}`, `${name}`, `%s`, `%(name)s` …). The contract turns each
placeholder into `(.+?)` and escapes the rest; `derive` does exactly that. The matcher never runs such a pattern as a
regular expression: `split_pattern` gives back its literals, and looking for them from left to right is exact and
linear (see `errkb.match.verify`).
"""

from __future__ import annotations

import re

__all__ = [
    "GROUP",
    "MIN_LITERAL",
    "derive",
    "derive_legacy",
    "derive_parts",
    "fill",
    "is_field",
    "literal_length",
    "placeholder_names",
    "split_pattern",
    "split_source",
    "split_template",
]

GROUP = "(.+?)"
MIN_LITERAL = 6
"""Fewer literal characters than this and the whole message is taken literally (contract, *Pattern*, rule 4)."""

_BRACES = r"\$?\{[^{}\n]*\}"
_NAMED = r"%\([^()\n]*\)[-#0+ ]*\d*(?:\.\d+)?[a-zA-Z]"
# A width is not taken before `c`, and `F`, `E`, `a` are left out: `%2c`, `%2F`, `%3E`, `%3a` are percent-encoded text.
_CONVERSION = r"%(?:[-#0+]*(?:\d+|\*)?(?:\.(?:\d+|\*))?(?:hh|h|ll|l|z|t)?[sdifuxXeorgGvqTt]|[jcw])"
_FIELD = r"\$?\{[\w.$@\[\]-]{0,60}(?:![rsa])?(?:[:,] ?(?:[^\s\"'{}][^\"'{}\n]{0,40})?)?\}"
_PLACEHOLDER = re.compile(f"{_BRACES}|{_NAMED}|{_CONVERSION}")
_PLACEHOLDER_SOURCE = re.compile(f"{_FIELD}|{_NAMED}|{_CONVERSION}")
_PLACEHOLDER_LEGACY = re.compile(rf"{_BRACES}|%\([^()\n]*\)s|%[sdifjv]")
_NAME_IN_BRACES = re.compile(r"\$?\{\s*([^{}!:=]*)")
_NAME_IN_PARENTHESES = re.compile(r"%\(([^()]*)\)")
_SPECIAL = re.compile(r"[.*+?^${}()|\[\]\\]")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_CONTROL = {"n": "\n", "r": "\r", "t": "\t"}


def split_template(template: str) -> list[str | None]:
    """Return the literals of a template in order, `None` standing for each placeholder."""
    return _split(template, _PLACEHOLDER)


def split_source(text: str) -> list[str | None]:
    """Return the literals of text as source holds it, `None` for what a formatter may fill.

    Braces that do not look like a field (`expected '{' but got '}'`) are text.
    """
    return _split(text, _PLACEHOLDER_SOURCE)


def is_field(text: str) -> bool:
    """Say whether braces and what is in them look like what a formatter fills (`{name:>8}`)."""
    return re.fullmatch(_FIELD, text) is not None


def placeholder_names(template: str) -> list[str]:
    """Return one readable name per placeholder, unique within the template.

    `{user.name!r}` is `user.name`; a placeholder without a name (`%s`, `{}`) is `value1`, `value2` … by position.
    """
    names: list[str] = []
    for number, match in enumerate(_PLACEHOLDER.finditer(template), 1):
        text = match.group()
        inner = _NAME_IN_PARENTHESES.match(text) or _NAME_IN_BRACES.match(text)
        name = inner[1].strip() if inner else ""
        if not name or name.isdigit():
            name = f"value{number}"
        names.append(name if name not in names else f"{name}#{number}")
    return names


def derive(template: str) -> str:
    """Return the `messagePattern` of a template (contract, *Pattern*, rules 1 to 5)."""
    return _derive(template, _PLACEHOLDER)


def derive_legacy(template: str) -> str:
    """Return the pattern as older records derive it: `%r`, `%x`, `%5.2f` are left literal."""
    return _derive(template, _PLACEHOLDER_LEGACY)


def split_pattern(pattern: str) -> list[str | None] | None:
    """Return the literals of a derived pattern in order, `None` for each group, or `None` for a free-form regex."""
    parts: list[str | None] = []
    for number, piece in enumerate(pattern.split(GROUP)):
        if number:
            parts.append(None)
        bare = _ESCAPE.sub("", piece)
        if _SPECIAL.search(bare):
            return None
        try:
            literal = _ESCAPE.sub(_unescape, piece)
        except ValueError:
            return None
        if literal:
            parts.append(literal)
    return parts


def literal_length(parts: list[str | None]) -> int:
    """Return how many literal characters are left once the placeholders are gone, trimmed as the contract says."""
    return len("".join(part for part in parts if part).strip())


def fill(template: str, values: dict[str, str]) -> str:
    """Return the template with its placeholders replaced by `values`, by the names of `placeholder_names`."""
    names = iter(placeholder_names(template))
    return "".join(
        values.get(name := next(names), f"<{name}>") if part is None else part for part in split_template(template)
    )


def _split(template: str, placeholder: re.Pattern[str]) -> list[str | None]:
    parts: list[str | None] = []
    end = 0
    for match in placeholder.finditer(template):
        if match.start() > end:
            parts.append(template[end : match.start()])
        parts.append(None)
        end = match.end()
    if end < len(template):
        parts.append(template[end:])
    return parts


def derive_parts(parts: list[str | None], template: str) -> str:
    """Return the pattern of literals and placeholders, of the whole template as text if too little is literal."""
    if literal_length(parts) < MIN_LITERAL:
        return _escaped(template)
    return "".join(GROUP if part is None else _escaped(part) for part in parts)


def _derive(template: str, placeholder: re.Pattern[str]) -> str:
    """Return what `derive_parts` gives for the parts of a template; every record of an import comes through here."""
    literals = placeholder.split(template) if "{" in template or "%" in template else [template]
    if len("".join(literals).strip()) < MIN_LITERAL:
        return _escaped(template)
    return GROUP.join(map(_escaped, literals))


def _escaped(text: str) -> str:
    return _SPECIAL.sub(lambda found: "\\" + found[0], text)  # a template for `sub` takes twice as long


def _unescape(match: re.Match[str]) -> str:
    char = match[1]
    if char in _CONTROL:
        return _CONTROL[char]
    if char.isalnum():  # \d, \b, \1 …: a free-form regex
        raise ValueError(char)
    return char
