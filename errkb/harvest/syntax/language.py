"""What sets a language apart, as tables: which nodes are strings, calls, assignments, functions, and what raises.

Where a table names a field, it may also give the type of a child (`.block`) or its place among the named ones (`-1`),
since not every grammar has fields.
A language is one `Language`; where tables do not do, a handler of a node type is a plain function. All node and field
names are those of the language's grammar.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from errkb.harvest.marks import Alternatives
from errkb.harvest.syntax.grammar import Grammar
from errkb.model.located import Severity

if TYPE_CHECKING:
    from tree_sitter import Node

    from errkb.harvest.syntax.reader import Reader

__all__ = ["Call", "Handler", "Helper", "Language", "Made", "Name", "Rule", "Site", "Special", "Style"]

Style = Literal["plain", "printf", "braces", "joined", "glued", "each"]
"""How a message is put together from the arguments: `braces` fills `{}`, `{0}` and `{name}`, `joined` puts blanks
between all of them (and fills `%` conversions if the first holds any), `glued` nothing, `each` makes a message of
every one that is text."""


@dataclass(slots=True)
class Site:
    """A place that prints an error.

    `args` are those of the constructor (one that is not text is a placeholder); a class of the project may make the
    message from them. `texts` are the messages where they are known without.
    """

    kind: str
    line: int
    cls: str | None = None
    texts: Alternatives = ()
    args: tuple[Alternatives, ...] = ()
    code: str | None = None
    status: int | None = None
    severity: Severity = "error"
    function: str | None = None
    raised: tuple[tuple[int, str | None], ...] = ()
    triggers: tuple[str, ...] = ()


@dataclass(slots=True)
class Made:
    """What is known of an exception class: its parameters, and what its constructor passes on or says itself."""

    name: str
    line: int
    base: str | None = None
    params: tuple[tuple[str, Alternatives], ...] = ()
    """Names in order with their default texts."""
    passed: tuple[Alternatives, ...] = ()
    """The arguments for the constructor of the base."""
    texts: Alternatives = ()
    """Its message where it does not come from the base."""
    shown: str | None = None
    """The name it prints, if it sets another."""
    code: str | None = None
    status: int | None = None


@dataclass(slots=True)
class Call:
    """A call with text of a function that may be a helper of another file."""

    name: str
    line: int
    function: str | None
    args: tuple[Alternatives, ...]


@dataclass(slots=True)
class Helper:
    """A function that prints parameters of its own, and the site where it does."""

    name: str
    params: tuple[str, ...]
    site: Site


Handler = Callable[["Reader", list["Node"]], Iterable[Site | Made | Call]]
"""Says what a node raises; it is the last of the path from the root."""
Special = Callable[["Reader", "Node"], Alternatives | None]
Name = str | Callable[["Reader", list["Node"]], str | None]
"""Where a node has its name: a field, or a function that is given the path to the node."""


@dataclass(slots=True, frozen=True)
class Rule:
    """A call that prints an error, by a pattern for all of its callee as the source writes it (`errors.New`).

    A group `cls` of the pattern is the class. `at` is the position of the message (`None`: the first argument that is
    text), `code_at` that of an error code. Where the call prints other things as well, `first` is a pattern for the
    source of the first argument, `says` one for the message.
    """

    callee: str
    kind: str = "raise"
    at: int | None = 0
    style: Style = "plain"
    cls: str | None = None
    code_at: int | None = None
    severity: Severity = "error"
    first: str | None = None
    says: str | None = None
    pattern: re.Pattern[str] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "pattern", re.compile(self.callee))


@dataclass(slots=True, frozen=True, kw_only=True)
class Language:
    """All that a reader must know of a language."""

    name: str
    version: int
    grammars: Mapping[str, Grammar]
    """By suffix of the file."""
    telling: str
    """A pattern for the words where a site may be; files without any are not parsed. Linear, no look-around."""
    sites: Mapping[str, Handler] = field(default_factory=dict)
    """By node type. The innermost node around a telling word is asked first, then those around it."""
    rules: tuple[Rule, ...] = ()
    """For calls."""

    helpers: str = (
        r"(?i:assert|check|must|fail|panic|fatal|raise|throw|invariant|warn|abort|bail|reject|require|ensure|error)"
        r"\w{0,30}\("
    )
    """A pattern for calls of functions that, by their names, may print one of their arguments."""

    calls: Mapping[str, tuple[str, str]]
    """Node types of calls: fields of callee and arguments."""
    strings: frozenset[str]
    interpolations: frozenset[str] = frozenset()
    """Nodes within strings that hold an expression."""
    concatenations: frozenset[str] = frozenset({"binary_expression"})
    plus: frozenset[str] = frozenset({"+"})
    adjacent: frozenset[str] = frozenset()
    """Nodes that hold strings which follow one another."""
    conditionals: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Node types with more than one outcome, and the fields of these (`*when`: all children of a type)."""
    special: Mapping[str, Special] = field(default_factory=dict)
    """Node types whose text a function finds (`None`: not known)."""
    returns: frozenset[str] = frozenset({"return_statement"})
    """What ends a function with a value; what a function of the file returns is known where it is called."""
    transparent: frozenset[str] = frozenset({"parenthesized_expression"})
    """Nodes that say what their first child says."""
    blocks_of_value: frozenset[str] = frozenset()
    """Nodes that say what their last child says, where statements have values."""
    names: frozenset[str] = frozenset({"identifier"})
    members: str | None = None
    """Names with a dot (`this.text`) are variables if this pattern fits."""
    bare_calls: bool = False
    """A name may be a call without arguments."""
    wrappers: Mapping[str, Style] = field(default_factory=dict)
    """Functions that give text made from their arguments (patterns for the callee)."""
    aside: str | None = None
    """A first argument of these that is no text (a pattern for its source: a locale)."""
    methods: frozenset[str] = frozenset()
    """Methods of a text that hardly change it (`trim`)."""
    fills: Mapping[str, Style] = field(default_factory=dict)
    """Methods of a text that fill its placeholders (`formatted`)."""
    continued: bool = False
    """An escaped line end within a string takes the blanks of the next line with it."""
    macros: frozenset[str] = frozenset()
    """Nodes that hold source which is text if it is nothing but strings (`#define TEXT "…"`)."""
    gaps: bool = False
    """The grammar names what stands within a string, not the text between."""
    punctuation: frozenset[str] = frozenset()
    """Nodes with a name that are nothing but marks."""
    arrays: frozenset[str] = frozenset()
    """Literals of lists, of which `join` makes a text."""
    placeholder: str = "{%s}"
    """How an expression within text is shown."""

    functions: Mapping[str, Name]
    implied: tuple[str, ...] = ()
    """The parameters of every function, where functions do not name them."""
    parameters: str | Callable[[Node], Node | None] = "parameters"
    """Where a function has its parameters."""
    classes: Mapping[str, Name] = field(default_factory=dict)
    blocks: frozenset[str] = frozenset({"block", "statement_block"})
    """Nodes that hold statements: what is assigned in a block may not hold behind it."""
    assignments: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Node types that put a value into a variable: fields of name and value."""
    appends: Mapping[str, tuple[int, Style]] = field(default_factory=dict)
    """Calls that append text (patterns for the callee), with the position of the text. The variable is the group
    `name`, else the first argument, else what stands at the beginning of the chain of calls."""
    appending: str = ""
    """A pattern without which a file holds no such call."""
    joint: str = "."
    """Between a class and its function."""
    worth: Callable[[bytes, int], bool] | None = None
    """Says of a telling word whether a file that holds it is worth parsing; one of them has to be."""
    prepare: Callable[[bytes], bytes] | None = None
    """Makes source readable by the grammar, byte for byte in its place."""
    comments: frozenset[str] = frozenset({"comment", "line_comment", "block_comment"})
    clean: Callable[[str, str], str] | None = None
    """Given the type of a string node and its text: what the language makes of it (text blocks)."""
    check: Callable[[str], None] | None = None
    """Raises `UnreadableError` for text that is not worth reading (minified)."""
