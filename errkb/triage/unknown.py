"""What an error is that no record knows: a fingerprint of its class, the frame that raised it, and its wording.

The wording is masked: what changes from run to run (numbers, addresses, paths, quoted values, identifiers) becomes its
kind, so the fingerprint needs no other line than its own. It is the same from run to run and from machine to machine,
which no clustering that learns from what came before can promise.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import blake2b

from errkb.model.event import ErrorEvent, Frame
from errkb.normalize import mask

__all__ = ["Cluster", "cluster_of", "template_of"]

LONGEST_TEMPLATE = 300
_BYTES = 6
_QUOTED = re.compile(r"'[^'\n]{1,200}'(?!\w)|\"[^\"\n]{1,200}\"|`[^`\n]{1,200}`")
_NAMED = re.compile(r"\b(?=[\w-]{0,80}\d)[A-Za-z_][\w-]{2,80}\b(?!>)")
"""Words with a digit in them: request ids, hosts, shards."""
_VALUE = re.compile(r"\b([A-Za-z_][\w.]{0,40}=)(?!<)[^\s,;)\]}<]{1,200}")
_LIST = re.compile(r"(?:<\w+>|\w+)(?:, ?(?:<\w+>|\w+)){3,}")
_BLANKS = re.compile(r"\s+")
_INSTALLED = re.compile(
    r".*?(?:(?:site|dist)-packages|node_modules|lib/python\d\.\d+|\.cargo/registry/src/[^/]+|go/pkg/mod)/"
)


@dataclass(slots=True, frozen=True)
class Cluster:
    """Error events that are the same error as far as they can be told apart."""

    fingerprint: str
    template: str
    cls: str | None
    frame: str | None


def cluster_of(event: ErrorEvent) -> Cluster:
    """Return the cluster of an event."""
    template = template_of(event.message or event.raise_code or event.code or "")
    frame = _frame(event.frames[-1]) if event.frames else None
    cls = event.cls
    name = "\0".join((cls or "", frame or "", template))
    fingerprint = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=_BYTES).hexdigest()
    return Cluster(fingerprint, template, cls, frame)


def template_of(message: str) -> str:
    """Return a message with what changes from run to run replaced by its kind."""
    text = _BLANKS.sub(" ", message[: 4 * LONGEST_TEMPLATE]).strip()
    text = mask(_QUOTED.sub("<quoted>", text))
    text = _VALUE.sub(r"\1<value>", text)
    text = _NAMED.sub("<name>", text)
    return _LIST.sub("<list>", text)[:LONGEST_TEMPLATE]


def _frame(frame: Frame) -> str:
    """Return the file as it is installed, without the folders of a machine, and the function; lines move."""
    path = frame.file.replace("\\", "/")
    short = _INSTALLED.sub("", path)
    if short == path:
        short = "/".join(path.split("/")[-2:])
    return f"{short}:{frame.function}" if frame.function else short
