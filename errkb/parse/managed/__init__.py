"""Languages that run on a machine of their own: JavaScript, Java and its kin, Go, .NET, Ruby, PHP, and their tools."""

from __future__ import annotations

from errkb.hookspecs import Parser
from errkb.parse.managed.beam import BeamParser
from errkb.parse.managed.dotnet.build import DotnetBuildParser
from errkb.parse.managed.dotnet.exception import DotnetParser
from errkb.parse.managed.go.builds import GoBuildParser, GoTestParser
from errkb.parse.managed.go.logs import GoLogParser, RecordParser
from errkb.parse.managed.go.panic import PanicParser
from errkb.parse.managed.java.builds import GradleParser, MavenParser
from errkb.parse.managed.java.compilers import CompilerParser
from errkb.parse.managed.java.crash import CrashParser
from errkb.parse.managed.java.spring import SpringParser
from errkb.parse.managed.java.trace import JavaParser
from errkb.parse.managed.javascript.bundlers import BundlerParser, EslintParser, TypeScriptParser
from errkb.parse.managed.javascript.npm import NpmParser, PackageManagerParser
from errkb.parse.managed.javascript.stack import JavaScriptParser
from errkb.parse.managed.javascript.testrun import JavaScriptTestParser
from errkb.parse.managed.php import ComposerParser, PhpLogParser, PhpParser
from errkb.parse.managed.ruby import RubyParser
from errkb.parse.managed.scripts import LuaParser, PerlParser

__all__ = ["PARSERS"]

PARSERS: tuple[Parser, ...] = (
    CrashParser(),
    SpringParser(),
    CompilerParser(),
    GradleParser(),
    MavenParser(),
    PanicParser(),
    GoTestParser(),
    GoBuildParser(),
    GoLogParser(),
    RecordParser(),
    JavaParser(),
    NpmParser(),
    PackageManagerParser(),
    TypeScriptParser(),
    EslintParser(),
    BundlerParser(),
    JavaScriptTestParser(),
    DotnetBuildParser(),
    PhpParser(),
    PhpLogParser(),
    ComposerParser(),
    RubyParser(),
    BeamParser(),
    PerlParser(),
    LuaParser(),
    DotnetParser(),
    JavaScriptParser(),
)
"""In the order they are asked."""
