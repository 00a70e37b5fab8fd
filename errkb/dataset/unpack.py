"""A published file as served -> its content: verified, decompressed within bounds, or refused.

Ten gigabytes of zeros make a gzip file of ten megabytes: a file that grows beyond what JSON ever does is given up as
soon as it has, whatever its manifest says. Costs one pass of SHA-256, about half a gigabyte a second.
"""

from __future__ import annotations

from hashlib import sha256 as digest

from errkb.errors import DatasetError

__all__ = ["MAX_INDEX", "MAX_RAW", "unpacked"]

MAX_INDEX = 512 * 1024 * 1024
"""Bytes of an index decompressed; that of 310,000 records has about 200 MB."""
MAX_RAW = 128 * 1024 * 1024
"""Bytes of any other file: 30,000 records of one repository. Parsed, JSON may take twenty times its bytes of memory."""
MAX_RATIO = 100
"""Decompressed bytes for each served one; the JSON of records has 3 to 20."""
SMALL = 1024 * 1024
"""Bytes that a file may have whatever its ratio."""


def unpacked(
    data: bytes, *, sha256: str, zipped: bool, raw_bytes: int | None, raw_sha256: str | None, where: str
) -> bytes:
    """Return a file's content; raises `DatasetError` unless sizes and hashes are those the manifest says.

    `where` is its path; an index may be larger than other files.
    """
    most = MAX_INDEX if where.endswith(("index.json", "index.json.gz")) else MAX_RAW
    if len(data) > most:
        raise DatasetError(f"has more than {most:,} bytes", where=where)
    if digest(data).hexdigest() != sha256:
        raise DatasetError("does not have the hash the manifest says", where=where)
    if not zipped:
        return data
    import gzip  # only here
    import io
    import zlib

    limit = min(most if raw_bytes is None else raw_bytes, most, max(SMALL, MAX_RATIO * len(data)))
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            raw = file.read(limit + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise DatasetError(f"is not a sound gzip file: {error}", where=where) from error
    if len(raw) > limit:
        raise DatasetError(f"has more than {limit:,} bytes when it is decompressed", where=where)
    if raw_bytes is not None and len(raw) != raw_bytes:
        raise DatasetError("does not have the decompressed size the manifest says", where=where)
    if raw_sha256 is not None and digest(raw).hexdigest() != raw_sha256:
        raise DatasetError("does not have the decompressed hash the manifest says", where=where)
    return raw
