"""How a server is set up; it travels to the processes of a server as JSON in the environment."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from errkb.settings import Settings

__all__ = ["VARIABLE", "ServeOptions"]

VARIABLE = "ERRKB_SERVE"
LOOPBACK = ("127.0.0.1", "::1", "localhost")
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  # compared with, not listened at


@dataclass(slots=True, frozen=True)
class ServeOptions:
    """Where the server listens and what it allows.

    `named` are sources that are served beside the shipped records; `rate` requests of one client a minute (0: any
    number); `address` where the site is on the web, with a slash at the end; `max_body` bytes of a paste; `seconds`
    how long an answer may take.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    address: str = ""
    named: tuple[str, ...] = ()
    rate: int = 0
    workers: int = 1
    report_url: str = ""
    max_body: int = 256 * 1024
    seconds: float = 20.0
    kb: str | None = None

    @property
    def is_loopback(self) -> bool:
        """Say whether only this machine can reach the server."""
        return self.host in LOOPBACK or self.host.startswith("127.")

    @property
    def site_address(self) -> str:
        """Return where the site is: what was given, else what is listened at; empty if that is no address."""
        if self.address or self.host in EVERYWHERE:
            return self.address
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}/"

    @property
    def where(self) -> str:
        """Return where the server listens, for people."""
        return self.site_address or f"{self.host}, port {self.port}"

    def settings(self) -> Settings:
        """Return the settings of the knowledge base: what is served is what may leave this machine."""
        found = Settings.from_environment()
        private = found.private if self.named else ()
        kb = Path(self.kb) if self.kb else found.kb
        return replace(found, kb=kb, only=("shipped", *self.named), private=private)

    def to_environment(self) -> None:
        """Keep the options for the processes that this one starts."""
        os.environ[VARIABLE] = json.dumps(asdict(self))

    @classmethod
    def from_environment(cls) -> ServeOptions:
        """Return what `to_environment` has kept."""
        found = json.loads(os.environ[VARIABLE])
        return cls(**found | {"named": tuple(found["named"])})
