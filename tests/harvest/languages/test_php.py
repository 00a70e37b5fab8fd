"""PHP: one row for each construct."""

from __future__ import annotations

import pytest

CONSTRUCTS = {
    "throw": ("throw new \\LogicException('not a thing');", "raise", "LogicException", "not a thing"),
    "interpolation": ('throw new E("no $kind in {$this->x} $a[0]");', "raise", "E", "no {kind} in {this->x} {a[0]}"),
    "concatenation": ("throw new E('no ' . $kind . \" here\\n\");", "raise", "E", "no {kind} here"),
    "sprintf": ("throw new E(sprintf('no %s at %d', $kind, 3));", "raise", "E", "no %s at 3"),
    "positions": ("throw new E(sprintf('%2$s before %1$s', $a, 'x'));", "raise", "E", "x before {$a}"),
    "cleaned": ("throw new E(Url::sanitize('no ' . $url));", "raise", "E", "no {url}"),
    "conditional": ("$a ?? throw new E('must be set');", "raise", "E", "must be set"),
    "default": ("throw new E('no ' . ($kind ?? ''));", "raise", "E", "no {kind}"),
    "not thrown": ("$this->failed = new ParseError('bad input');", "raise", "ParseError", "bad input"),
    "WordPress": ("return new WP_Error('code', 'bad input');", "raise", "WP_Error", "bad input"),
    "trigger_error": ("trigger_error('this is old', E_USER_DEPRECATED);", "warn", None, "this is old"),
    "die": ('die("cannot go on");', "exit", None, "cannot go on"),
    "exit": ("exit('cannot go on');", "exit", None, "cannot go on"),
    "logger": ("$this->logger->error('no {kind}', ['kind' => 1]);", "log", None, "no {kind}"),
    "standard error": ("fwrite(STDERR, 'cannot go on');", "log", None, "cannot go on"),
    "console": ("$io->writeError('<error>no way</error>');", "log", None, "<error>no way</error>"),
}


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_constructs(name: str, located) -> None:
    """Each construct is found once, with its kind, class and message."""
    source, kind, cls, message = CONSTRUCTS[name]
    found = located(".php", f"<?php\nclass Server {{\n  function run($kind) {{\n    {source}\n  }}\n}}\n")
    assert [(one.line, one.kind, one.cls, one.message, one.function) for one in found] == [
        (4, kind, cls, message, "Server.run")
    ]


def test_variables_constants_and_heredocs(located) -> None:
    """What is appended in a branch is one way more; constants of the class and heredocs are texts."""
    source = """<?php
    class A {
      const TEXT = 'text of a constant';
      function run($path) {
        $message = 'no ' . $path;
        if (windows()) {
          $message .= PHP_EOL . 'sorry';
        }
        throw new RuntimeException($message);
        throw new RuntimeException(self::TEXT);
        throw new RuntimeException(<<<EOT
          lines of $path
          EOT);
      }
    }
    """
    assert {(one.line, one.message) for one in located(".php", source)} == {
        (9, "no {path}"),
        (9, "no {path}\nsorry"),
        (10, "text of a constant"),
        (11, "lines of {path}"),
    }


def test_classes_and_factories(located) -> None:
    """A constructor makes the message; a factory is the place, and where it is called with text."""
    other = """<?php
    class MissingException extends RuntimeException {
      public function __construct(string $name, $where = 'home') {
        parent::__construct(sprintf('No "%s" in %s', $name, $where));
      }
      public static function forName(string $name): self { return new self("bad $name"); }
    }
    """
    source = """<?php
    function f() {
      throw new MissingException('port');
      throw MissingException::forName('luck');
    }
    """
    found = located(".php", source, other=other)
    assert [(one.path, one.line, one.cls, one.message) for one in found] == [
        ("pkg/a.php", 3, "MissingException", 'No "port" in home'),
        ("pkg/a.php", 4, "MissingException", 'No "bad luck" in home'),
        ("pkg/other.php", 6, "MissingException", 'No "bad {name}" in home'),
    ]


def test_status_of_an_answer(located) -> None:
    """`abort` and HTTP exceptions tell the status."""
    source = "<?php\nabort(404, 'no such page');\nthrow new HttpException(503, 'come back later');\n"
    assert [(one.message, one.status) for one in located(".php", source)] == [
        ("no such page", 404),
        ("come back later", 503),
    ]
