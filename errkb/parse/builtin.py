"""`BUILTIN`: the parsers errkb brings, in the order they are asked; none is imported before one of its hints was seen.

One paste shows few of the sixty shapes, and importing all took half the time of importing the reader. What the module
of a parser says of its hints is written into `hint_table` by `scripts/write_hint_table.py`; a parser that is not in the
table is imported at once.
"""

from __future__ import annotations

from errkb.hookspecs import Parser
from errkb.parse.deferred import Deferred, load
from errkb.parse.hint_table import TABLE
from errkb.parse.message import MessageParser

__all__ = ["BUILTIN", "ORDER"]

ORDER: tuple[str, ...] = (
    "aside:AsideParser",
    "panel:PanelParser",
    "notebook:NotebookParser",
    "testrun:TestRunParser",
    "python:PythonParser",
    "tracker:TrackerParser",
    "warning:WarningParser",
    "interpreter:PARSER",
    "managed.java.crash:CrashParser",
    "managed.java.spring:SpringParser",
    "managed.java.compilers:CompilerParser",
    "managed.java.builds:GradleParser",
    "managed.java.builds:MavenParser",
    "managed.go.panic:PanicParser",
    "managed.go.builds:GoTestParser",
    "managed.go.builds:GoBuildParser",
    "managed.go.logs:GoLogParser",
    "managed.go.logs:RecordParser",
    "managed.java.trace:JavaParser",
    "managed.javascript.npm:NpmParser",
    "managed.javascript.npm:PackageManagerParser",
    "managed.javascript.bundlers:TypeScriptParser",
    "managed.javascript.bundlers:EslintParser",
    "managed.javascript.bundlers:BundlerParser",
    "managed.javascript.testrun:JavaScriptTestParser",
    "managed.dotnet.build:DotnetBuildParser",
    "managed.php:PhpParser",
    "managed.php:PhpLogParser",
    "managed.php:ComposerParser",
    "managed.ruby:RubyParser",
    "managed.beam:BeamParser",
    "managed.scripts:PerlParser",
    "managed.scripts:LuaParser",
    "managed.dotnet.exception:DotnetParser",
    "managed.javascript.stack:JavaScriptParser",
    "native.rust_panic:PanicParser",
    "native.rustc:RustcParser",
    "native.cargo:CargoParser",
    "native.rust_error:ChainParser",
    "native.terminate:TerminateParser",
    "native.faulthandler:FaulthandlerParser",
    "native.crash:CrashParser",
    "native.sanitizer:SanitizerParser",
    "native.cmake:CMakeParser",
    "native.linker:LinkerParser",
    "native.compiler:CompilerParser",
    "native.forms:PARSER",
    "gpu.nccl:NcclParser",
    "gpu.cuda:PARSER",
    "system.oom:OomParser",
    "system.oops:OopsParser",
    "system.kernel:PARSER",
    "system.shell:PARSER",
    "stores.postgres:PostgresParser",
    "stores.oracle:OracleParser",
    "stores.sqlserver:SqlServerParser",
    "stores.elasticsearch:ElasticsearchParser",
    "stores.forms:PARSER",
    "tools.buildkit:BuildkitParser",
    "tools.terraform:TerraformParser",
    "tools.kubernetes:KubernetesParser",
    "tools.ansible:AnsibleParser",
    "tools.powershell:PowerShellParser",
    "tools.git:GitParser",
    "tools.pip:PipParser",
    "tools.containers:PARSER",
    "tools.packages:PARSER",
    "tools.network:PARSER",
)
"""Module below `errkb.parse` and name of the class, or of the parser. Shapes that tell more come first."""


def _builtin() -> tuple[Parser, ...]:
    shapes = tuple(Deferred(place, *TABLE[place]) if place in TABLE else load(place) for place in ORDER)
    return (*shapes, MessageParser(shapes))


BUILTIN: tuple[Parser, ...] = _builtin()
"""The last one takes any single line that looks like an error."""
