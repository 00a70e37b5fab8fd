"""JavaScript and TypeScript: what is thrown, rejected and logged, classes, codes, tables of errors (`E("ERR_X", …)`).

One harvester for both, since classes of one are thrown in the other. A creation counts if it is thrown or its class is
named like an error; codes are read from options, further arguments and assignments to what has been created.
"""

from __future__ import annotations

from errkb.harvest.languages.javascript_classes import class_name, declared, function_name
from errkb.harvest.languages.javascript_errors import called, created, described, thrown
from errkb.harvest.syntax.grammar import Grammar
from errkb.harvest.syntax.language import Language, Rule
from errkb.model.located import UnreadableError

__all__ = ["JAVASCRIPT"]

_LOG = r"(?:.*[.?])?(?i:\w*log|\w*logger|signale|consola|ui|spinner|ora|report|reporter)[?.]*\."
_COLOR = (
    r"(?:[\w$]+\.)*(?:red|yellow|cyan|green|bold|dim|blue|magenta|gr[ae]y|white|underline|inverse|bg[A-Z]\w+|\w+Bright)"
)
_MINIFIED = 200
"""Characters a line has on average in a file that no one reads."""


def _worth(text: str) -> None:
    if len(text) > 20_000 and len(text) > _MINIFIED * (text.count("\n") + 1):
        raise UnreadableError("minified")


_JS = Grammar("tree_sitter_javascript")
_TS = Grammar("tree_sitter_typescript", "language_typescript")
_TSX = Grammar("tree_sitter_typescript", "language_tsx")

JAVASCRIPT = Language(
    name="javascript",
    version=2,
    grammars={
        **dict.fromkeys((".js", ".mjs", ".cjs", ".jsx"), _JS),
        **dict.fromkeys((".ts", ".mts", ".cts"), _TS),
        ".tsx": _TSX,
    },
    telling=(
        r"\bthrow\b|\bnew [\w$.]*(?:Err|ERR_|Exception|Warning|Fault|Failure|Abort|codes\.)|\b[A-Z]\w*Error\("
        r"|\bextends\b"
        r"|\.(?:error|fatal|critical|severe)\(|\breject\(|\bE\(\s*['\"]|\bmessage:|eprecate\w*\(|emitWarning\("
        r"|\b[cC]reate\w*Error\("
        r"|(?:invariant|assert|nullthrows)[\w.]*\(|\.message \+?="
    ),
    sites={
        "new_expression": created,
        "throw_statement": thrown,
        "call_expression": called,
        "object": described,
        "class_declaration": declared,
        "class": declared,
        "abstract_class_declaration": declared,
    },
    rules=(
        Rule(r"(?:.*\.)?console\??\.error", "log", style="joined"),
        Rule(_LOG + r"(?:error|fatal|critical|severe|emerg|crit)", "log", at=None, style="printf"),
        Rule(r"(?P<cls>(?:[A-Z][\w$]*)?(?:Error|Exception))"),
        Rule(r"(?:[\w$]+\.)*(?:create|make|build|new|to)\w*(?:Error|Exception)\w*", at=None, style="printf", says=r" "),
        Rule(r"(?:[\w$]+\.)*(?:http|syntax|type|range|parse|api|custom)?[eE]rror", at=None, style="printf", says=r" "),
        Rule(r"(?:Promise\.)?reject|(?:\w+\.)?reject", at=None),
        Rule(r"(?:\w+\.)*deprecate\w*", "warn", at=None, cls="DeprecationWarning", code_at=2, severity="warning"),
        Rule(r"process\.emitWarning", "warn", cls="Warning", code_at=2, severity="warning"),
        Rule(
            r"(?:console\.)?assert(?:\.\w+)?|\w+\.assert",
            "assert",
            at=None,
            cls="AssertionError",
            style="printf",
            says=r" ",
        ),
        Rule(r"(?:\w+\.)*(?:\w*[iI]nvariant\w*|nullthrows|ensure\w*)", "assert", at=None, style="printf", says=r" "),
        Rule(r"(?:\w+\.)*(?:fail|die|panic|bail|fatal|raise|throw)\w*", "fail", at=None, style="printf", says=r" "),
    ),
    calls={"call_expression": ("function", "arguments"), "new_expression": ("constructor", "arguments")},
    strings=frozenset({"string", "template_string"}),
    interpolations=frozenset({"template_substitution"}),
    conditionals={"ternary_expression": ("consequence", "alternative")},
    transparent=frozenset(
        {"parenthesized_expression", "as_expression", "non_null_expression", "satisfies_expression", "await_expression"}
    ),
    names=frozenset({"identifier", "member_expression"}),
    members=r"(?:this|exports|module\.exports|[A-Z][\w$]*)\.[\w$]+$",
    wrappers={
        r"(?:util\.)?(?:format|inspect)|sprintf": "printf",
        _COLOR + r"|String|dedent|stripIndents?|oneLine\w*|outdent|trimLines|html|gettext|__|_|msg|redact\w*": "plain",
    },
    methods=frozenset({"trim", "trimEnd", "trimStart", "toString", "valueOf", "normalize"}),
    arrays=frozenset({"array"}),
    placeholder="${%s}",
    functions={
        "function_declaration": "name",
        "generator_function_declaration": "name",
        "method_definition": "name",
        "arrow_function": function_name,
        "function_expression": function_name,
        "generator_function": function_name,
    },
    classes={
        "class_declaration": class_name,
        "class": class_name,
        "abstract_class_declaration": class_name,
    },
    blocks=frozenset({"statement_block", "switch_case", "switch_default", "if_statement", "else_clause"}),
    assignments={
        "variable_declarator": ("name", "value"),
        "assignment_expression": ("left", "right"),
        "augmented_assignment_expression": ("left", "right"),
    },
    check=_worth,
)
