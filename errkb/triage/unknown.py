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
from errkb.normalize import template_of

__all__ = ["Cluster", "cluster_of"]

_BYTES = 6
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


def _frame(frame: Frame) -> str:
    """Return the file as it is installed, without the folders of a machine, and the function; lines move."""
    path = frame.file.replace("\\", "/")
    short = _INSTALLED.sub("", path)
    if short == path:
        short = "/".join(path.split("/")[-2:])
    return f"{short}:{frame.function}" if frame.function else short
