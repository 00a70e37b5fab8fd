"""Reading what a client sends, with a bound on its size and on its time."""

from __future__ import annotations

import asyncio
from urllib.parse import parse_qs

from starlette.requests import ClientDisconnect, Request

from errkb.model.text import Text
from errkb.source import decode
from errkb.web.server.guard import too_large
from errkb.web.server.replies import Problem

__all__ = ["BODY_SECONDS", "as_text", "read_body", "read_form"]

BODY_SECONDS = 20.0
MOST_FIELDS = 16
_PACKED = (b"\x1f\x8b", b"\xfd7zXZ\0", b"\x28\xb5\x2f\xfd")
"""What no text in UTF-8 begins with: gzip, xz, zstd."""


async def read_body(request: Request, most: int, seconds: float = BODY_SECONDS) -> bytes:
    """Return the body; raises `Problem` if it is too large (413), or does not come within the time (408)."""
    data = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for chunk in request.stream():
                data += chunk
                if len(data) > most:
                    raise too_large(most)
    except TimeoutError as error:
        close = {"connection": "close"}
        raise Problem(408, f"The text did not come within {seconds:.0f} s.", headers=close) from error
    except ClientDisconnect as error:
        raise Problem(400, "The text was broken off.") from error
    return bytes(data)


async def read_form(request: Request, most: int) -> dict[str, str]:
    """Return the fields of a form as browsers send them; raises `Problem` for anything else."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise Problem(415, "A form is sent as application/x-www-form-urlencoded.", hint="Texts go to /api/explain.")
    data = await read_body(request, 3 * most + 1024)  # a byte may be written as three
    try:
        fields = parse_qs(data.decode("ascii", "replace"), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError as error:
        raise Problem(400, "The form has too many fields.") from error
    return {name: values[0] for name, values in fields.items()}


def as_text(data: bytes, most: int) -> Text:
    """Return a paste, in whatever encoding; raises `Problem` where there is none, it is too large or compressed."""
    if len(data) > most:
        raise too_large(most)
    if not data:
        raise Problem(400, "The text is empty.", hint="Send the error message with the lines before it.")
    if data.startswith(_PACKED):
        raise Problem(400, "The text is compressed.", hint="Unpack it first.")
    return decode(data)
