"""`Candidate`: a template that may explain an event, and how it stands in the message."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from errkb.index import Template
from errkb.match.verify import Spans
from errkb.match.weights import WEIGHTS
from errkb.model.event import ErrorEvent
from errkb.model.match import Evidence, Level, Method

if TYPE_CHECKING:  # rapidfuzz loads only when no pattern answers
    from errkb.match.align import Likeness

__all__ = ["STRONG_LITERAL", "Candidate", "quotes"]

STRONG_LITERAL = 24
"""Characters of text that are hardly found by accident."""
WHOLE_SHARE = 0.5
"""A message that begins as the template does and is wholly accounted for by literals and values counts as at least half
template text, however long the values are."""
LONGEST_NAME = 60
"""Characters of a value in front that is still one name, path or number."""
_LEADS = (":", ";", "-", "=", "|", ">")
_OPENS = ("'", '"', "`", "(", "[", "{")
_MARKS = " '\"`.,;:!()[]<>"
"""What may stand around a whole message without being part of it: `KeyError` quotes, sentences end."""


@dataclass(slots=True)
class Candidate:
    """A template that may explain an event, before and after ranking."""

    template: Template
    event: ErrorEvent
    method: Method
    spans: Spans | None = None
    message_length: int = 0
    """Folded length of the message the template was found in."""
    offset: int = 0
    """Characters put before the message for matching (its class), not part of the message."""
    before: str = ""
    """What stands before the template in a message that quotes it."""
    value: str = ""
    """What stands in the placeholder that the template begins with."""
    after: str = ""
    """What stands behind the template, up to so many characters as matter."""
    whole_sentence: bool = False
    """The message ends with a full stop, a closing quote or a bracket."""
    cut: bool = False
    """The message shows only the beginning of the template."""
    only: bool = False
    """No other record has the class of the event, which is all that is printed of it."""
    first_lines: bool = False
    """What it shows are whole lines."""
    plain: bool = False
    """The reader sees no error on this line."""
    likeness: Likeness | None = None
    """How alike the wordings are, if that is why the template is a candidate."""
    starts: bool = field(init=False)
    """Whether the message begins as the template does.

    With its text, behind marks or the name of a program, or, where the template begins with a value, with a single word
    in its place (a value could begin anywhere).
    """
    ends: bool = field(init=False)
    """Whether the message ends as the template does, marks left out."""
    evidence: list[Evidence] = field(default_factory=list)
    kinds: set[str] = field(default_factory=set)
    log_odds: float = 0.0
    """The sum of all weights."""
    claim: tuple[float, Level] | None = None
    """What may be claimed with the evidence so far (`errkb.match.claim`), once that was asked."""

    def __post_init__(self) -> None:
        self.starts = self.spans is not None and self._starts(self.spans)
        self.ends = not self.after.strip(_MARKS)

    def add(self, kind: str, detail: str, amount: float = 1.0) -> None:
        """Note one piece of evidence, so many units of it."""
        weight = WEIGHTS[kind] if amount == 1.0 else round(WEIGHTS[kind] * amount, 2)
        self.evidence.append(Evidence(kind, weight, detail))
        self.kinds.add(kind)
        self.log_odds += weight
        self.claim = None

    def has(self, kind: str) -> bool:
        """Say whether there is evidence of this kind."""
        return kind in self.kinds

    def _starts(self, spans: Spans) -> bool:
        if self.template.parts[0] is None:
            start, end = spans.groups[0]
            return start <= self.offset and not self.value.strip().count(" ") and end - start <= LONGEST_NAME
        before = self.before.strip(_MARKS)
        return spans.start <= self.offset or not before or (" " not in before and self.before.rstrip()[-1] == ":")

    @property
    def whole(self) -> bool:
        """Whether the message is all template and values, from its first character to its last, with enough text."""
        if self.spans is None or self.cut or self.spans.literal < STRONG_LITERAL:
            return False
        return self.starts and self.ends

    @property
    def share(self) -> float:
        """How much of the message is template text; of a message that quotes the error, from the quote on."""
        if self.spans is None:
            return 0.0
        before = max(self.spans.start - self.offset, 0) if not self.before or quotes(self.before) else 0
        share = min(self.spans.literal / max(self.message_length - before, 1), 1.0)
        return max(share, WHOLE_SHARE) if self.whole else share

    @property
    def breaks_word(self) -> bool:
        """Whether the template's own text begins or ends in the middle of a word: `formats` in `vera_formats`."""
        first, last = self.template.parts[0], self.template.parts[-1]
        if first is not None and self.before and _inside(self.before[-1], first[0]):
            return True
        return last is not None and self.after != "" and _inside(last[-1], self.after[0])


def quotes(before: str) -> bool:
    """Say whether what stands before a text introduces it as a quotation: `failed: `, `(`, an opening quote."""
    return before.rstrip().endswith(_LEADS) or before.endswith(_OPENS)


def _inside(left: str, right: str) -> bool:
    return (left.isalnum() or left == "_") and (right.isalnum() or right == "_")
