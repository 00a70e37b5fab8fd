"""The gate of a segment, chosen when a log is first scanned for it and kept beside its index.

Choosing takes seconds for some hundred thousand templates, which nobody who never scans a log should pay. What is kept
is small, the same on every machine, and bound to the anchors it was chosen for; where it is missing, torn or of other
anchors it is chosen again, and so it is where the folder cannot be written.
"""

from __future__ import annotations

import struct
from hashlib import blake2b
from typing import TYPE_CHECKING

from errkb.index.bulk.gate import Gate, choose
from errkb.index.bulk.texts import Texts
from errkb.index.compiled import keep

if TYPE_CHECKING:
    from errkb.index.anchored import Anchors
    from errkb.index.reading import Index

__all__ = ["FILE", "kept_gate", "texts_of"]

FILE = "gate.bin"
KEPT = 2_000
"""A gate for fewer literals is chosen in no time."""
_MAGIC = b"errkbGT1"
_HEAD = struct.Struct("<8s16s16s2Q")
"""Magic, key of the anchors, digest of what follows, numbers of grams and of literals."""
_FORMS = ("<u8", "<u4", "<u4", "i1")
"""Of the arrays: the grams, and of each literal the gram, offset and step."""


def kept_gate(index: Index) -> Gate:
    """Return the gate for the strong anchors of a segment."""
    anchors, path = index.strong, index.folder / FILE
    try:
        gate = _load(path.read_bytes(), anchors)
    except OSError:
        gate = None
    if gate is None:
        gate = choose(texts_of(anchors))
        if len(anchors) >= KEPT:
            keep(path, _dump(gate, anchors))
    return gate


def texts_of(anchors: Anchors) -> Texts:
    """Return anchors as arrays; hold them no longer than needed."""
    import numpy as np

    return Texts(anchors.buffer, np.array(anchors.at, dtype=np.int64), np.array(anchors.lengths, dtype=np.int64))


def _dump(gate: Gate, anchors: Anchors) -> bytes:
    arrays = zip((gate.grams, gate.gram, gate.offset, gate.step), _FORMS, strict=True)
    body = b"".join(array.astype(form).tobytes() for array, form in arrays)
    return _HEAD.pack(_MAGIC, anchors.key, _digest(body), len(gate.grams), len(gate.gram)) + body


def _load(data: bytes, anchors: Anchors) -> Gate | None:
    import numpy as np

    if len(data) < _HEAD.size:
        return None
    magic, key, digest, grams, literals = _HEAD.unpack_from(data)
    body = memoryview(data)[_HEAD.size :]
    sizes = [grams * 8, literals * 4, literals * 4, literals]
    if (magic, key, literals, sum(sizes)) != (_MAGIC, anchors.key, len(anchors), len(body)) or digest != _digest(body):
        return None
    arrays = []
    for size, form in zip(sizes, _FORMS, strict=True):
        arrays.append(np.frombuffer(body[:size], dtype=form))
        body = body[size:]
    return Gate(*arrays)


def _digest(body: bytes | memoryview) -> bytes:
    return blake2b(body, digest_size=16).digest()
