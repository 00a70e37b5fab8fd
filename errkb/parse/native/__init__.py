"""Native code: Rust, C and C++ at run time, their compilers, linkers and build tools."""

from __future__ import annotations

from errkb.hookspecs import Parser
from errkb.parse.form import FormParser
from errkb.parse.native.cargo import CargoParser
from errkb.parse.native.cmake import CMakeParser
from errkb.parse.native.compiler import CompilerParser
from errkb.parse.native.crash import CrashParser
from errkb.parse.native.faulthandler import FaulthandlerParser
from errkb.parse.native.forms import FORMS
from errkb.parse.native.linker import LinkerParser
from errkb.parse.native.rust_error import ChainParser
from errkb.parse.native.rust_panic import PanicParser
from errkb.parse.native.rustc import RustcParser
from errkb.parse.native.sanitizer import SanitizerParser
from errkb.parse.native.terminate import TerminateParser

__all__ = ["PARSERS"]

PARSERS: tuple[Parser, ...] = (
    PanicParser(),
    RustcParser(),
    CargoParser(),
    ChainParser(),
    TerminateParser(),
    FaulthandlerParser(),
    CrashParser(),
    SanitizerParser(),
    CMakeParser(),
    LinkerParser(),
    CompilerParser(),
    FormParser("native form", FORMS),
)
