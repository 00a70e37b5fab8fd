"""Native code: Rust, C and C++ at run time, their compilers, linkers and build tools."""

from __future__ import annotations

from errkb.hookspecs import Parser
from errkb.parse.native.cargo import CargoParser
from errkb.parse.native.rust_error import ChainParser
from errkb.parse.native.rust_panic import PanicParser
from errkb.parse.native.rustc import RustcParser

__all__ = ["PARSERS"]

PARSERS: tuple[Parser, ...] = (PanicParser(), RustcParser(), CargoParser(), ChainParser())
