"""Shell: what is printed to standard error, directly or by functions such as `die`, and unset variables (`${X:?…}`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from errkb.harvest.marks import Alternatives, mark, product
from errkb.harvest.syntax.grammar import Grammar
from errkb.harvest.syntax.language import Language, Site

if TYPE_CHECKING:
    from tree_sitter import Node

    from errkb.harvest.syntax.reader import Reader

__all__ = ["SHELL"]

_STDERR = re.compile(r"(?:1?>>?\s*&\s*2|1?>>?\s*/dev/stderr)\b")
_PRINTING = ("echo", "printf", "print", "cat", "say")
_OWN_PRINTING = re.compile(r"(?i)[\w:.-]*(?:echo|print|say|log|msg|message|warn|err|info|note|output|report)\w{0,12}")
"""Functions of a script that print what they are given."""
_WORDS = re.compile(r"(?<![\w$])[A-Za-z]{2,}[^$]{0,40} ")
"""Words that stand in the source itself, not in a variable."""
MAX_LINES = 4
"""Lines printed before an `exit` that are looked at."""
_FUNCTIONS = re.compile(
    r"(?:[\w.:-]*[_.:-])?(?:die|fatal|fail|failed|error|err|errx|errlog|abort|panic|bail|croak|oops|usage_error|exit_with_\w+)"
)


def _redirected(reader: Reader, path: list[Node]) -> Iterator[Site]:
    """`echo "…" >&2`, `printf … 1>&2`, `cat >&2 <<EOF`."""
    node = path[-1]
    redirects = [reader.text(one) for one in node.children_by_field_name("redirect")]
    if not any(_STDERR.match(redirect) for redirect in redirects):
        return
    command = node.child_by_field_name("body") if node.type == "redirected_statement" else node
    while command is not None and command.type in ("list", "pipeline"):  # `test || echo … >&2`
        command = next(iter(reversed(command.named_children)), None)
    if command is None or command.type != "command":
        return
    name = reader.callee(command)
    body = next((one for one in node.children_by_field_name("redirect") if one.type == "heredoc_redirect"), None)
    if name == "cat" and body is not None:
        text = next((one for one in body.named_children if one.type == "heredoc_body"), None)
        texts: Alternatives = (reader.text(text),)
    elif name in _PRINTING or _OWN_PRINTING.fullmatch(name):
        texts = _printed(reader, name, [*reader.arguments(command), *_behind(node)])
    else:
        return
    if any(text.strip() for text in texts):
        yield Site("log", reader.line(node), texts=texts)


def _behind(node: Node) -> list[Node]:
    """Return the arguments behind a redirection (`echo >&2 "…"`), which the grammar takes for further destinations."""
    redirects = [one for one in node.children_by_field_name("redirect") if one.type == "file_redirect"]
    return [one for redirect in redirects for one in redirect.children_by_field_name("destination")[1:]]


def _before_exit(reader: Reader, path: list[Node]) -> Iterator[Site]:
    """`echo "…"; exit 1`: what is printed right before a script fails, wherever to."""
    at = path[-1].prev_named_sibling
    found: list[Site] = []
    while (
        at is not None and at.type == "command" and reader.callee(at) in ("echo", "printf") and len(found) < MAX_LINES
    ):
        args = reader.arguments(at)
        if not at.children_by_field_name("redirect") and any(_WORDS.search(reader.text(arg)) for arg in args):
            texts = _printed(reader, reader.callee(at), args)
            if any(" " in text.strip() for text in texts):
                found.append(Site("exit", reader.line(at), texts=texts))
        at = at.prev_named_sibling
    yield from reversed(found)


def _printed(reader: Reader, name: str, args: list[Node]) -> Alternatives:
    escapes = name == "printf"
    while args and re.fullmatch(r"-[neErlps]+|--", reader.text(args[0])):
        escapes = escapes or "e" in reader.text(args[0])
        args = args[1:]
    reader.texts.start()
    texts = reader.texts.message(args, "printf" if name == "printf" else "joined")
    return tuple(text.replace("\\n", "\n").replace("\\t", "\t") for text in texts) if escapes else texts


def _command(reader: Reader, path: list[Node]) -> Iterator[Site]:
    """A command that redirects itself (`>&2 echo …`), or a function that by its name ends with an error."""
    node = path[-1]
    if node.children_by_field_name("redirect"):
        yield from _redirected(reader, path)
        return
    args = reader.arguments(node)
    name = reader.callee(node)
    if name == "exit" and args and reader.text(args[0]) != "0":
        yield from _before_exit(reader, path)
        return
    if args and _FUNCTIONS.fullmatch(name) and not reader.results.defines(name):
        while (
            len(args) > 1
            and re.fullmatch(r"-?\w{1,8}|\d+", reader.text(args[0]))
            and args[0].type in ("word", "number")
        ):
            args = args[1:]
        texts = _printed(reader, "echo", args)
        if any(" " in text.strip() for text in texts):
            yield Site("fail", reader.line(node), texts=texts)


def _unset(reader: Reader, path: list[Node]) -> Iterator[Site]:
    """`${NAME:?text}` prints `NAME: text`."""
    node = path[-1]
    found = re.fullmatch(r"\$\{(\w+):?\?(.+)\}", reader.text(node), re.DOTALL)
    if found is not None:
        yield Site("exit", reader.line(node), texts=(f"{found[1]}: {found[2].strip(chr(34) + chr(39))}",))


def _clean(kind: str, text: str) -> str:
    """Of the escapes of a double-quoted string only these are any."""
    return re.sub(r'\\(["$`\\])', r"\1", text.replace("\\\n", "")) if kind == "string" else text


def _raw(reader: Reader, node: Node) -> Alternatives | None:
    text = reader.text(node)
    return (text[1:-1] if text.startswith("'") else text,)


def _expanded(reader: Reader, node: Node) -> Alternatives | None:
    """A variable, by its bare name, whatever is done to it."""
    name = next((one for one in node.named_children if one.type in ("variable_name", "special_variable_name")), None)
    if name is None:
        return None
    text = reader.text(name)
    return reader.variables.known(name) or (mark(f"${{{text}}}", f"${text}"),)


def _parts(reader: Reader, node: Node) -> Alternatives | None:
    return product([reader.texts.any(one) for one in node.named_children[:40]]) or None


SHELL = Language(
    name="shell",
    version=3,
    grammars=dict.fromkeys((".sh", ".bash", ".ksh", ".zsh"), Grammar("tree_sitter_bash")),
    telling=r">\s*&\s*2|/dev/stderr|\b(?:die|fatal|fail\w*|err\w*|abort|panic|bail|croak)\b|_(?:die|fatal|fail|err\w*)\b|:\?"
    r"|\bexit[ \t]+[1-9$]",
    helpers="",
    sites={"redirected_statement": _redirected, "command": _command, "expansion": _unset},
    calls={"command": ("name", "*argument")},
    strings=frozenset({"string"}),
    gaps=True,
    clean=_clean,
    interpolations=frozenset({"simple_expansion", "expansion", "command_substitution"}),
    special={
        "raw_string": _raw,
        "word": _raw,
        "number": _raw,
        "simple_expansion": _expanded,
        "expansion": _expanded,
        "concatenation": _parts,
    },
    names=frozenset({"simple_expansion", "expansion", "command_substitution"}),
    placeholder="${%s}",
    functions={"function_definition": "name"},
    implied=tuple(f"${number}" for number in range(1, 10)),
    blocks=frozenset({"if_statement", "elif_clause", "else_clause", "case_item", "do_group", "list"}),
    assignments={"variable_assignment": ("name", "value")},
)
