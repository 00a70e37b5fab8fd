"""C, C++ and CUDA: what is thrown, exceptions set for Python, checks and log macros, functions that print and exit.

C is read by the grammar of C, everything else by that of C++, which reads CUDA as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from errkb.harvest.languages.cpp_source import prepared, worth
from errkb.harvest.marks import Alternatives, literal, mark
from errkb.harvest.syntax.grammar import Grammar
from errkb.harvest.syntax.language import Language, Made, Rule, Site, Style

if TYPE_CHECKING:
    from tree_sitter import Node

    from errkb.harvest.syntax.reader import Reader

__all__ = ["CPP"]

_EXCEPTIONAL = re.compile(r"(?:\w+::)*\w*(?:[eE]xception|[eE]rror|Err|Failure|Fault)$")
_PYTHON = {
    "value_error": "ValueError",
    "type_error": "TypeError",
    "index_error": "IndexError",
    "key_error": "KeyError",
    "attribute_error": "AttributeError",
    "import_error": "ImportError",
    "buffer_error": "BufferError",
    "runtime_error": "RuntimeError",
    "invalid_argument": "ValueError",
    "domain_error": "ValueError",
    "length_error": "ValueError",
    "out_of_range": "IndexError",
    "range_error": "ValueError",
    "overflow_error": "OverflowError",
    "bad_alloc": "MemoryError",
}
"""What an exception of C++ becomes in Python (pybind11 and nanobind do it alike)."""
_CHECKED = {"VALUE": "ValueError", "TYPE": "TypeError", "INDEX": "IndexError"}
_CHECKED |= {
    "NOT_IMPLEMENTED": "NotImplementedError",
    "LINALG": "LinAlgError",
    "IF_NOT_IMPLEMENTED": "NotImplementedError",
}
_BINDS = re.compile(rb"PyErr_|pybind11|nanobind|\bpy::|Python\.h|PyObject|torch/")
_TELLS = re.compile(
    r"(?i)(?:\w*str_?error|\w*err(?:or)?_?(?:str|string|msg|message|text)|\w*(?:get|describe)_?error|what)\w{0,12}$"
)
_MAX_STREAM = 40
"""Bytes of the name of a stream."""
_MADE = 12
"""Letters of a text that is only made, maybe for an error."""
_REPEAT = re.compile(r"@(\w+)@")
_CHAINED = re.compile(
    r"(?:\w+::)*(?:[A-Z]*_?(?:P|D|Q)?LOG(?:_IF|_FIRST_N|_EVERY_N)?|[A-Z]*_?D?P?Q?CHECK\w*|[A-Z]*_?(?:LOG_)?(?:ERROR|FATAL)\w*)"
)
_LEVEL = re.compile(r"(?:\w+::)*\w*(?:ERROR|FATAL|CRITICAL|ERR|QFATAL|DFATAL|error|fatal|critical)$")
_STREAM = re.compile(r"(?:std::|llvm::)?(?:cerr|wcerr|clog|errs\(\)|qCritical\(\)|qFatal\(\)|qWarning\(\))$")


def _thrown(reader: Reader, path: list[Node]) -> Iterator[Site]:
    node = path[-1]
    value = next(iter(node.named_children), None)
    if value is None:
        return
    if value.type == "call_expression":
        callee, args = reader.text(value.child_by_field_name("function")), reader.arguments(value)
    elif value.type == "compound_literal_expression":
        listed = value.child_by_field_name("value")
        callee = reader.text(value.child_by_field_name("type"))
        args = reader.items(listed) if listed is not None else []
    else:
        return
    callee = re.sub(r"<.*>", "", "".join(callee.split()))
    owner = callee.rpartition("::")[0]
    cls = _class(reader, owner if _EXCEPTIONAL.match(owner) else callee)  # `throw CatalogException::MissingEntry(…)`
    texts = _message(reader, args)
    if cls is not None or texts:
        yield Site("raise", reader.line(node), cls, texts, args=reader.constructed(args))


def _class(reader: Reader, name: str) -> str | None:
    bare = name.rpartition("::")[2]
    if bare in _PYTHON and _BINDS.search(reader.data):
        return _PYTHON[bare]
    return name.removeprefix("::") if bare[:1].isupper() or name.startswith("std::") or bare in _PYTHON else None


def _message(reader: Reader, args: list[Node]) -> Alternatives:
    """Return the first argument that is text, filled if more follow; `()` where only a class of the project knows."""
    reader.texts.start()
    at = next((place for place, arg in enumerate(args) if reader.texts.known(arg)), None)
    if at is None:
        return ()
    style: Style = "printf" if len(args) > at + 1 else "plain"
    return tuple(map(_unrepeated, reader.texts.message(args[at:], style)))


def _unrepeated(text: str) -> str:
    return _REPEAT.sub(lambda found: mark(f"{{{found[1]}}}", found[1]), text)


def _call(reader: Reader, path: list[Node]) -> Iterator[Site]:
    node = path[-1]
    callee = reader.callee(node)
    if path[-2].type == "throw_statement":
        return
    if _CHAINED.fullmatch(callee):
        found = list(_chained(reader, path, node))
        if found:
            yield from found
            return
    for site in reader.by_rule(path):
        yield from _finished(reader, node, callee, site)


def _finished(reader: Reader, node: Node, callee: str, site: Site) -> Iterator[Site]:
    """Find the class that is set for Python, leave out what only sounds like an error."""
    args = reader.arguments(node)
    if callee.startswith(("PyErr_", "rb_raise")) and args:
        site.cls = _set(reader.text(args[0]))
    site.texts = tuple(map(_unrepeated, site.texts))
    if site.cls is not None and site.cls.endswith("Warning"):
        site.kind, site.severity = "warn", "warning"
    said = "".join(map(literal, site.texts)).strip()
    if site.kind == "raise" and site.cls is None and " " not in said and not callee.endswith("Error"):
        return
    if sum(map(str.isalpha, said)) > (_MADE if callee == "PyUnicode_FromFormat" else 2):
        yield site


def _set(source: str) -> str | None:
    """Return the class that `PyExc_TypeError`, `state->Error` or `rb_eArgError` stands for."""
    bare = re.split(r"->|\.|::", source.strip().lstrip("*&("))[-1].strip()
    if bare.startswith("PyExc_"):
        return bare[6:]
    if bare.startswith("rb_e") and bare[4:5].isupper():
        return re.sub(r"^Arg(?=Error)", "Argument", bare[4:])
    return bare.lstrip("_") if re.fullmatch(r"_*[A-Z]\w*", bare) else None


def _chained(reader: Reader, path: list[Node], first: Node) -> Iterator[Site]:
    """`LOG(ERROR) << "…" << value`, `CHECK(x) << "…"`, `std::cerr << "…"`: the terms of the chain."""
    if first.type == "call_expression" and "LOG" in reader.callee(first):
        level = reader.arguments(first)[:1]
        if not level or not _LEVEL.match(reader.text(level[0])):
            return
    chain: list[Node] = []
    below = first
    for node in reversed(path[:-1] if path[-1].id == first.id else path):
        left = node.child_by_field_name("left")
        if node.type != "binary_expression" or left is None or left.id != below.id or not _shifts(reader, node):
            break
        right = node.child_by_field_name("right")
        if right is not None and not re.fullmatch(r"(?:std::)?(?:endl|flush)|.*setw.*", reader.text(right)):
            chain.append(right)
        below = node
    if not chain:
        return
    reader.texts.start()
    texts = reader.texts.message(chain, "glued")
    if sum(map(str.isalpha, "".join(map(literal, texts)))) > 2:
        source = reader.text(first)
        fatal = "FATAL" in source or "CHECK" in source
        kind = "exit" if fatal else "log"
        yield Site(kind, reader.line(first), texts=texts, severity="critical" if fatal else "error")


def _shifts(reader: Reader, node: Node) -> bool:
    operator = node.child_by_field_name("operator")
    return operator is not None and reader.text(operator) == "<<"


def _streamed(reader: Reader, path: list[Node]) -> Iterator[Site]:
    """The innermost `<<` whose left side is the stream of errors."""
    left = path[-1].child_by_field_name("left")
    if left is None or left.end_byte - left.start_byte > _MAX_STREAM:
        return
    if _shifts(reader, path[-1]) and _STREAM.fullmatch("".join(reader.text(left).split())):
        yield from _chained(reader, path, left)


def _returned(reader: Reader, path: list[Node]) -> Iterator[Site]:
    """A text that a function returns which tells what an error means; the label of its case is the code."""
    function = (reader.function(path) or "").rpartition("::")[2]
    value = next(iter(path[-1].named_children), None)
    if not _TELLS.search(function):
        return
    reader.texts.start()
    texts = reader.texts.known(value)
    if not texts or not any(" " in literal(text) for text in texts):
        return
    label = next((node for node in reversed(path) if node.type == "case_statement"), None)
    code = reader.text(label.child_by_field_name("value")) if label is not None else ""
    yield Site("raise", reader.line(path[-1]), texts=texts, code=code if re.fullmatch(r"[A-Z]\w+", code) else None)


def _declared(reader: Reader, path: list[Node]) -> Iterator[Made]:
    """A constructor of an exception class that passes text on to its base."""
    node = path[-1]
    passed = next((one for one in node.named_children if one.type == "field_initializer_list"), None)
    name = (_function(reader, path) or "").rpartition("::")[2]
    if passed is None or not _EXCEPTIONAL.match(name):
        return
    for one in passed.named_children:
        listed = next((child for child in one.named_children if child.type == "argument_list"), None)
        base = reader.text(one.named_children[0]) if one.named_children else ""
        if listed is None or not _EXCEPTIONAL.match(base) or base.rpartition("::")[2] == name:
            continue
        args = reader.constructed(reader.items(listed))
        if any(literal(text).strip() for texts in args for text in texts):
            params = tuple((param, ()) for param in reader.parameters([node]) if param)
            yield Made(name, reader.line(node), base, params, args)


def _declarator(node: Node) -> Node | None:
    """Return the part of a definition that names the function and its parameters."""
    at = node.child_by_field_name("declarator")
    for _ in range(8):
        if at is None or at.type == "function_declarator":
            return at
        at = at.child_by_field_name("declarator") or next(
            (child for child in at.named_children if child.type.endswith("declarator")), None
        )
    return None


def _parameters(node: Node) -> Node | None:
    declarator = _declarator(node) if node.type == "function_definition" else node.child_by_field_name("declarator")
    return declarator.child_by_field_name("parameters") if declarator is not None else None


def _function(reader: Reader, path: list[Node]) -> str | None:
    declarator = _declarator(path[-1])
    name = reader.text(declarator.child_by_field_name("declarator")) if declarator is not None else ""
    name = re.sub(r"<[^<>]*>", "", "".join(name.split()))
    return name if re.fullmatch(r"[\w:~]+", name) else None


_PRINTS = r"(?:[a-z]\w*_)?(?:die|fatal|panic|bail|croak|bug|BUG|err|errx|error|warn|warning|warnx|usage|abort|barf)"
_SOUNDS = (
    r"\w*(?:[eE]rror|[fF]atal|[dD]ie|[fF]ail(?:ed|ure)?|[tT]hrow|[rR]aise|[aA]bort|[pP]anic|Err|BUG|ERR|ERROR|FATAL|THROW|RAISE|"
    r"FAIL|PANIC|ABORT|INVALID|Invalid)(?:[A-Z_f]\w*)?"
)

CPP = Language(
    name="c",
    version=3,
    grammars={
        ".c": Grammar("tree_sitter_c"),
        ".c.src": Grammar("tree_sitter_c"),
        ".c.inc": Grammar("tree_sitter_c"),
        **dict.fromkeys(
            (".cc", ".cpp", ".cxx", ".c++", ".cpp.src", ".h", ".hpp", ".hxx", ".h.src", ".hh", ".inl", ".cu", ".cuh"),
            Grammar("tree_sitter_cpp"),
        ),
    },
    telling=(
        r"\bthrow\b|\bPyErr_\w+|\bPy_FatalError|\bnpy_gil_error|\bDEPRECATE\w*|\bTORCH_\w+\(|\bAT_ERROR|\braise_\w+\("
        r"|\b\w*(?:CHECK|ENFORCE|ENSURE|ASSERT)\w*\(|LOG\w*\((?:\w+::)*\w*(?:ERROR|FATAL|CRITICAL|ERR)\b|\bstderr\b|\bcerr\b|\berrs\(\)"
        r"|\b(?:\w+_)?(?:die|fatal|panic|bail|bug|BUG|errx?|error|warnx?|warning|usage|abort|perror)(?:_errno|_msg|f)?\("
        r"|\berrmsg\w*\(|\belog\(|\b\w*(?:Error|Fatal|Fail|Failed|Failure|Throw|Raise|Panic|Err|Invalid)(?:[A-Z_f]\w*)?\("
        r"|\b\w*(?:ERROR|FATAL|THROW|RAISE|FAIL|PANIC|ABORT|INVALID)\w*\(|\breturn _?\(?\""
        r"|\b(?:throw|fail|raise|report)[_A-Z]\w*\("
        r"|\bStatus::\w+\(|\bassert\("
        r"|\)\s{0,80}:\s{0,80}(?:\w+::)*\w*(?:[eE]rror|[eE]xception)\(|\bqFatal|\bqCritical|\bsyslog\("
        r"|\brb_raise\(|\bPyUnicode_FromFormat\(|\.error\(|->error\(|::error\("
    ),
    sites={
        "throw_statement": _thrown,
        "call_expression": _call,
        "binary_expression": _streamed,
        "return_statement": _returned,
        "function_definition": _declared,
    },
    rules=(
        Rule(r"PyErr_(?:SetString|SetObject)", at=1),
        Rule(r"PyErr_Format(?:V)?", at=1, style="printf"),
        Rule(r"PyErr_WarnEx", "warn", at=1),
        Rule(r"PyErr_WarnFormat", "warn", at=2, style="printf"),
        Rule(r"rb_raise", at=1, style="printf"),
        Rule(r"DEPRECATE_FUTUREWARNING", "warn", cls="FutureWarning", severity="warning"),
        Rule(r"DEPRECATE", "warn", cls="DeprecationWarning", severity="warning"),
        Rule(r"Py_FatalError", "exit", severity="critical"),
        Rule(r"npy_gil_error|npy_gil_warning", at=1, style="printf"),
        Rule(r"PyUnicode_FromFormat", style="printf"),
        Rule(r"raise_\w+", at=None, style="printf"),
        *(Rule(f"(?:C10|TORCH)_CHECK_{name}", at=1, style="glued", cls=cls) for name, cls in _CHECKED.items()),
        Rule(r"AT_ERROR", style="glued", cls="RuntimeError"),
        Rule(
            r"TORCH_WARN(?:_ONCE)?|TORCH_WARN_DEPRECATION", "warn", style="glued", cls="UserWarning", severity="warning"
        ),
        Rule(r"TORCH_\w*(?:CHECK|ASSERT)\w*|CAFFE_ENFORCE\w*", at=1, style="glued", cls="RuntimeError"),
        Rule(r"fprintf|vfprintf|g_fprintf", "log", at=1, style="printf", first=r"stderr"),
        Rule(r"fputs|fwrite", "log", first=r"[^,]*\"(?s:.*)"),
        Rule(r"perror", "log"),
        Rule(r"syslog", "log", at=1, style="printf", first=r"LOG_(?:ERR|CRIT|ALERT|EMERG)"),
        Rule(r"errmsg(?:_internal|_plural)?|errdetail", style="printf"),
        Rule(r"elog", at=1, style="printf", first=r"ERROR|FATAL|PANIC"),
        Rule(r"CV_Error(?:_)?", at=1, cls="cv::Exception"),
        Rule(r"(?:arrow::)?Status::\w+", at=None, style="glued"),
        Rule(
            r"(?:\w+::)*(?:spdlog|logger|log|LOG)(?:::|->|\.)(?:error|critical|fatal)", "log", at=None, style="braces"
        ),
        Rule(
            r"(?:.*(?:::|->|\.))?(?:die|fatal|BUG|bug|usage|panic)(?:_errno|_msg|f|_if\w*)?",
            "exit",
            at=None,
            style="printf",
            severity="critical",
        ),
        Rule(
            r"(?:.*(?:::|->|\.))?(?:warn|warnx|warning)(?:_errno|_msg|f)?",
            "warn",
            at=None,
            style="printf",
            severity="warning",
        ),
        Rule(rf"(?:.*(?:::|->|\.))?{_PRINTS}(?:_errno|_msg|f)?", "log", at=None, style="printf"),
        Rule(r"assert", "assert"),
        Rule(rf"(?:.*(?:::|->|\.))?{_SOUNDS}", at=None, style="printf"),
        Rule(r"(?:.*(?:::|->|\.))?(?:throw|fail|raise|report)[_A-Z]\w*", at=None, style="printf"),
        Rule(r"\w*(?:CHECK|ENFORCE|ENSURE|ASSERT)\w*", at=None, style="printf"),
    ),
    calls={"call_expression": ("function", "arguments")},
    strings=frozenset({"string_literal", "raw_string_literal"}),
    adjacent=frozenset({"concatenated_string"}),
    macros=frozenset({"preproc_arg"}),
    conditionals={"conditional_expression": ("consequence", "alternative")},
    transparent=frozenset({"parenthesized_expression"}),
    wrappers={
        r"_|N_|G_|Q_|T_|tr|i18n|(?:\w+::)*tr|QObject::tr|n?gettext|dgettext|L10N|PyUnicode_FromString": "plain",
        r"(?:std::|absl::)?(?:string|string_view|w?string)|c_str|(?:\w+::)*String|Slice|(?:std::)?move": "plain",
        r"(?:absl::|\w+::)*(?:StrCat|str|StringConcat|MakeString|to_string_all|concat)": "glued",
        r"(?:absl::|\w+::)*(?:StrFormat|StringPrintf|Format|asprintf|xstrfmt|vformat|strprintf|stringf)": "printf",
        r"PyUnicode_FromFormat": "printf",
        r"(?:fmt|std)::format|(?:\w+::)*FMT_STRING|fmt": "braces",
    },
    methods=frozenset({"c_str", "str", "data", "toString", "toStdString"}),
    functions={"function_definition": _function, "lambda_expression": lambda *_: None},
    parameters=_parameters,
    classes={"class_specifier": "name", "struct_specifier": "name"},
    joint="::",
    blocks=frozenset({"compound_statement", "case_statement"}),
    assignments={
        "init_declarator": ("declarator", "value"),
        "assignment_expression": ("left", "right"),
        "preproc_def": ("name", "value"),
    },
    worth=worth,
    prepare=prepared,
)
