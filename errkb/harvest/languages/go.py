"""Go: errors that are made, wrapped and declared, error types, diagnostics, panics, and what ends the program."""

from __future__ import annotations

import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import TYPE_CHECKING

from errkb.harvest.syntax.grammar import Grammar
from errkb.harvest.syntax.language import Language, Rule, Site

if TYPE_CHECKING:
    from tree_sitter import Node

    from errkb.harvest.syntax.reader import Reader

__all__ = ["GO"]

_ERROR_TYPE = re.compile(r"[&*\w.]*(?:Error|Err|Exception|Diagnostic|Diag|Failure)s?$")
_MESSAGE_FIELD = re.compile(r"(?i)(?:msg|message|err|error|reason|summary|detail|details|desc|description|text|cause)$")
_LOG = r"(?:.*\.)?(?i:\w*log\w*|entry|l)\."
_DIAGNOSTIC = r"(?:\w+\.)?(?:Sourceless|AttributeValue|WholeContainingBody)"
_FAULT = r"(?i)error|fail|panic|fatal|cannot|can't|could not|couldn't|unable|invalid|denied|refused"
"""What a message says that a logger prints without a level."""
_DIAGNOSTIC = r"(?:\w+\.)?(?:Sourceless|AttributeValue|WholeContainingBody)"
_FAULT = r"(?i)error|fail|panic|fatal|cannot|can't|could not|couldn't|unable|invalid|denied|refused"
"""What a message says that a logger prints without a level."""
_TYPE = re.compile(r"\*?\s*([A-Za-z_]\w*)\s*(?:\[.*)?$", re.DOTALL)


def _call(reader: Reader, path: list[Node]) -> Iterator[Site]:
    """A call by the rules; a declared error is reached by the name it is given, `http.Error` tells its status."""
    for site in reader.by_rule(path):
        declared = next((node for node in reversed(path) if node.type in ("var_spec", "func_literal")), None)
        if declared is not None and declared.type == "var_spec" and reader.function(path) is None:
            site.triggers = (reader.text(declared.child_by_field_name("name")),)
        if reader.callee(path[-1]) == "http.Error":
            site.status = _status(reader.text(reader.arguments(path[-1])[-1]))
        yield site


def _status(source: str) -> int | None:
    name = source.rpartition("http.Status")[2]
    if name.isdigit():
        return int(name) if 100 <= int(name) <= 599 else None
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).upper()
    return HTTPStatus[words].value if words in HTTPStatus.__members__ else None


def _literal(reader: Reader, path: list[Node]) -> Iterator[Site]:
    """A literal of an error type: each field with text (`Summary` and `Detail` of a diagnostic are printed apart)."""
    node = path[-1]
    body = node.child_by_field_name("body")
    if body is None or not _ERROR_TYPE.match(reader.text(node.child_by_field_name("type"))):
        return
    reader.texts.start()
    texts: list[str] = []
    for element in body.named_children[:20]:
        parts = [part for part in element.named_children if part.type == "literal_element"]
        if element.type == "keyed_element" and len(parts) == 2 and _MESSAGE_FIELD.match(reader.text(parts[0])):
            texts += reader.texts.known(next(iter(parts[1].named_children), None)) or ()
    if texts:
        warning = "DiagWarning" in reader.text(body)[:200]
        yield Site(
            "raise", reader.line(node), texts=tuple(dict.fromkeys(texts)), severity="warning" if warning else "error"
        )


def _error_method(reader: Reader, path: list[Node]) -> Iterator[Site]:
    """The method that makes the text of an error type: what it returns."""
    node = path[-1]
    if reader.text(node.child_by_field_name("name")) != "Error":
        return
    for found in reader.grammar.nodes(node, ("return_statement",))[:20]:
        value = next(iter(found.named_children), None)
        value = next(iter(value.named_children), None) if value is not None else None
        reader.texts.start()
        for text in reader.texts.known(value) or ():
            yield Site("raise", reader.line(found), texts=(text,), function=reader.function(path))


def _method(reader: Reader, path: list[Node]) -> str | None:
    """`Server.Serve` of `func (s *Server) Serve()`."""
    node = path[-1]
    name = reader.text(node.child_by_field_name("name"))
    receiver = node.child_by_field_name("receiver")
    first = next(iter(receiver.named_children), None) if receiver is not None else None
    found = _TYPE.match(reader.text(first.child_by_field_name("type"))) if first is not None else None
    return f"{found[1]}.{name}" if found else name


GO = Language(
    name="go",
    version=2,
    grammars={".go": Grammar("tree_sitter_go")},
    telling=(
        r"\bpanic\(|rrorf\(|rrf\(|rrors?\.[NWE]\w*\(|Fprint\w*\(os\.Stderr|http\.Error\(|tatus\.Error\("
        r"|\.(?:Fatal|Panic|Error|Critical)\w{0,9}\(|\bNew\w*Err|\bnew\w*Err|\) Error\(\) string"
        r"|(?:Error|Err|Exception|Diagnostic|Diag|Failure)s?\{|\bfield\.[A-Z]\w+\(|Sourceless\(|AttributeValue\("
        r"|WithMessagef?\(|\.Wrapf?\(|CheckErr\(|\bExit\(|[dD]iags?\.Append\(\w|[lL]og(?:ger)?\.Print"
        r"|\b(?:const|var)\s+\w*(?:[eE]rr|[mM]sg|[mM]essage)\w*\s*="
    ),
    sites={"call_expression": _call, "composite_literal": _literal, "method_declaration": _error_method},
    rules=(
        Rule(r"panic", "panic", severity="critical"),
        Rule(r"\w*[eE]rrors?\.New"),
        Rule(r"(?:fmt|\w*errors)\.Errorf", style="printf"),
        Rule(r"\w*[eE]rrors?\.(?:Wrap|WithMessage)", at=1),
        Rule(r"\w*[eE]rrors?\.(?:Wrapf|WithMessagef|WrapIff)", at=1, style="printf"),
        Rule(r"\w*status\.Error", at=1),
        Rule(r"\w*status\.Errorf", at=1, style="printf"),
        Rule(r"http\.Error", at=1),
        Rule(r"(?:klog|glog)(?:\.V\(\d+\))?\.(?:ErrorS|ErrorSDepth)", "log", at=None),
        Rule(_LOG + r"(?:Fatal|Panic|Exit)(?:ln|w|Depth)?", "exit", at=None, style="joined", severity="critical"),
        Rule(_LOG + r"(?:Fatal|Panic|Exit)f(?:Depth)?", "exit", at=None, style="printf", severity="critical"),
        Rule(_LOG + r"(?:Error|Critical|Err)(?:w|Context|Ctx|S)?", "log", at=None),
        Rule(_LOG + r"(?:Error|Critical)(?:ln|Depth)", "log", at=None, style="joined"),
        Rule(_LOG + r"(?:Error|Critical)f", "log", at=None, style="printf"),
        Rule(r"\.(?:Fatal|Panic)(?:f|ln)?", "exit", at=None, style="printf", severity="critical"),
        Rule(r"\.(?:Error|Errorf|Errorln)", "log", at=None, style="printf"),
        Rule(r"fmt\.Fprintf", "log", at=1, style="printf", first=r"os\.Stderr"),
        Rule(r"fmt\.Fprint(?:ln)?", "log", at=1, style="joined", first=r"os\.Stderr"),
        Rule(r"field\.(?:Invalid|NotSupported|TypeInvalid|TooLong|TooMany|NotFound|Duplicate)", at=None),
        Rule(r"field\.(?:Required|Forbidden|InternalError)", at=None),
        Rule(_DIAGNOSTIC, style="each", first=r"(?:\w+\.)?(?:Diag)?Error"),
        Rule(_DIAGNOSTIC, "warn", style="each", first=r"(?:\w+\.)?(?:Diag)?Warning", severity="warning"),
        Rule(r"(?:.*\.)?[dD]iags?\.Append"),
        Rule(_LOG + r"Print(?:ln)?", "log", style="joined", says=_FAULT),
        Rule(_LOG + r"Printf", "log", style="printf", says=_FAULT),
        Rule(r"(?:\w+\.)*(?:CheckErr|Exit)", "exit", at=None, style="printf"),
        Rule(r"(?:.*\.)?\w*[eE]rr(?:or)?f", at=None, style="printf"),
        Rule(r"(?:\w+\.)*[nN]ew\w*Err(?:or)?\w*", at=None, style="printf"),
    ),
    calls={"call_expression": ("function", "arguments")},
    strings=frozenset({"interpreted_string_literal", "raw_string_literal"}),
    wrappers={
        r"fmt\.Sprintf": "printf",
        r"fmt\.(?:Sprint|Sprintln)": "joined",
        r"heredoc\.Doc|strings\.(?:TrimSpace|ToLower|TrimSuffix|TrimPrefix)|string|dedent\.Dedent": "plain",
    },
    functions={"function_declaration": "name", "method_declaration": _method, "func_literal": lambda *_: None},
    blocks=frozenset({"block", "expression_case", "default_case", "type_case", "communication_case"}),
    assignments={
        "short_var_declaration": ("left", "right"),
        "assignment_statement": ("left", "right"),
        "var_spec": ("name", "value"),
        "const_spec": ("name", "value"),
    },
)
