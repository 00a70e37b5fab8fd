"""The languages read by a tree-sitter grammar, one module each: tables and the few functions these do not cover."""

from __future__ import annotations

from errkb.harvest.languages.cpp import CPP
from errkb.harvest.languages.csharp import CSHARP
from errkb.harvest.languages.go import GO
from errkb.harvest.languages.java import JAVA
from errkb.harvest.languages.javascript import JAVASCRIPT
from errkb.harvest.languages.kotlin import KOTLIN
from errkb.harvest.languages.php import PHP
from errkb.harvest.languages.ruby import RUBY
from errkb.harvest.languages.rust import RUST
from errkb.harvest.languages.scala import SCALA
from errkb.harvest.languages.shell import SHELL
from errkb.harvest.syntax import Language

__all__ = ["LANGUAGES"]

LANGUAGES: tuple[Language, ...] = (
    CPP,
    CSHARP,
    GO,
    JAVA,
    JAVASCRIPT,
    KOTLIN,
    PHP,
    RUBY,
    RUST,
    SCALA,
    SHELL,
)
