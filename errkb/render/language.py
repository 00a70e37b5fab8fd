"""Which language a piece of example code is written in: for highlighting and Markdown fences only.

A wrong guess costs colours, nothing else; so a handful of cheap signs is enough.
"""

from __future__ import annotations

import ast
import json
import re
import warnings

__all__ = ["guess_language"]

LONGEST = 20_000
"""Characters looked at; example code is far shorter."""

_BY_SUFFIX = {
    "c": "c", "cc": "cpp", "cpp": "cpp", "cs": "csharp", "cu": "cuda", "go": "go", "h": "c", "java": "java",
    "js": "javascript", "jsx": "javascript", "kt": "kotlin", "mjs": "javascript", "php": "php", "py": "python",
    "pyi": "python", "pyx": "python", "rb": "ruby", "rs": "rust", "scala": "scala", "sql": "sql", "tf": "terraform",
    "toml": "toml", "ts": "typescript", "tsx": "typescript", "yaml": "yaml", "yml": "yaml",
}  # fmt: skip
_SHELL = re.compile(
    r"\s*(?:\$ |(?:[A-Z_][A-Z0-9_]*=\S*\s+)+[a-z]|(?:sudo |export |env )?(?:apt|apt-get|brew|cargo|cd|chmod|chown|conda"
    r"|curl|docker|export|git|go|gradle|grep|helm|java|kubectl|make|mamba|mkdir|mvn|node|npm|npx|nvidia-smi|openssl|pip|pip3"
    r"|pnpm|poetry|pytest|python|python3|ray|rm|source|systemctl|terraform|torchrun|ulimit|unset|uv|vllm|yarn)(?:\s|$))"
)
_DOCKERFILE = re.compile(r"(?m)^(?:FROM \S+|RUN |COPY \S+ )")
_DIFF = re.compile(r"(?m)^(?:@@ |--- \S|\+\+\+ \S)")
_TOML = re.compile(r"(?m)^\[[\w.\"-]+\]\s*$")
_REQUIREMENT = re.compile(r"[A-Za-z0-9][\w.-]*(?:\[[\w,-]+\])?\s*(?:[=<>!~]=|[<>])\s*\d[^()]*$")
_YAML_LINE = re.compile(r"\s*(?:- )*[\w./\"'-]+:(?:\s.*)?$|\s*- \S.*$")
_PLAIN = (ast.Name, ast.Constant, ast.BinOp, ast.UnaryOp, ast.Compare, ast.BoolOp, ast.Tuple, ast.Attribute)


def guess_language(code: str, path: str = "") -> str:
    """Return a Pygments name for the code; `path` is a file of the project it is about, the last resort."""
    code = code[:LONGEST]
    lines = [line for line in code.splitlines() if line.strip() and not line.lstrip().startswith(("#", "//"))]
    suffix = path.rpartition(".")[2].lower()
    if code.startswith("#!"):
        return "python" if "python" in code.splitlines()[0] else "bash"
    if _is_json(code):
        return "json"
    if _DIFF.search(code):
        return "diff"
    if lines and _SHELL.match(lines[0]):
        return "bash"
    if _DOCKERFILE.search(code):
        return "docker"
    if _TOML.search(code):
        return "toml"
    if lines and all(_REQUIREMENT.match(line) for line in lines):
        return "text"  # requirements.txt; most of them are comparisons to Python
    if suffix in {"py", "pyi", "pyx", "c", "cc", "cpp", "cu", "h", "rs", ""} and _is_python(code):
        return "python"  # errors raised in native code are mostly met in Python
    if lines and all(_YAML_LINE.match(line) for line in lines):
        return "yaml"
    return _BY_SUFFIX.get(suffix, "text")


def _is_json(code: str) -> bool:
    if not code.lstrip().startswith(("{", "[")):
        return False
    try:
        json.loads(code)
    except (ValueError, RecursionError):
        return False
    return True


def _is_python(code: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # "invalid escape sequence" would go to the reader's stderr
            body = ast.parse(code).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return any(not _says_nothing(node) for node in body)


def _says_nothing(node: ast.stmt) -> bool:
    """`image: python` and `docker-compose` are valid Python too."""
    if isinstance(node, ast.AnnAssign):
        return node.value is None
    return isinstance(node, ast.Expr) and isinstance(node.value, _PLAIN)
