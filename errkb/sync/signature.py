"""The publisher's key: hashes prove that nothing was changed on the way, a signature also says who published it.

Signatures are those of minisign (ed25519): `minisign -Sm manifest.json` writes `manifest.json.minisig` beside the
manifest, whose hashes cover every file. A source whose key is pinned takes nothing that this key has not signed. What
is cryptography comes from the library of minisign's author, an extra of errkb.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from errkb.errors import DatasetError, MissingExtraError, UsageError

__all__ = ["MAX_SIGNATURE", "SUFFIX", "public_key", "require_signed"]

SUFFIX = ".minisig"
MAX_SIGNATURE = 4096


def public_key(given: str) -> str:
    """Return a public key as one line, given as such or as the file that `minisign -G` has written.

    Raises `UsageError` for what is no key, `MissingExtraError` without the library.
    """
    minisign = _library()
    text = given.strip()
    path = Path(text).expanduser()
    if path.is_file():
        lines = path.read_text(encoding="utf-8", errors="replace").strip().splitlines()
        text = lines[-1].strip() if lines else ""
    try:
        return str(minisign.PublicKey.from_base64(text).to_base64().decode())
    except (ValueError, TypeError) as error:
        hint = "give the line that begins with RW, or the .pub file of minisign"
        raise UsageError(f"this is no public key of minisign: {text[:80]!r}", hint=hint) from error


def require_signed(data: bytes, signature: bytes | None, key: str, where: str) -> None:
    """Raise `DatasetError` unless the key has signed these bytes."""
    minisign = _library()
    if signature is None:
        hint = "its publisher's key is pinned for this source; without a signature nothing of it is used"
        raise DatasetError(f"there is no {where.rpartition('/')[2]}{SUFFIX}", where=where, hint=hint)
    try:
        minisign.PublicKey.from_base64(key).verify(data, minisign.Signature.from_bytes(signature))
    except (ValueError, TypeError) as error:
        hint = "it was changed, or is from another publisher; a new key is taken by removing and adding the source"
        raise DatasetError(f"not signed by the pinned key: {error}", where=where, hint=hint) from error


def _library() -> Any:
    try:
        import minisign
    except ImportError as error:
        hint = "pip install 'errkb[signatures]'"
        raise MissingExtraError("checking a publisher's signature needs py-minisign", hint=hint) from error
    return minisign
