"""Ruby: one row for each construct."""

from __future__ import annotations

import pytest

CONSTRUCTS = {
    "class and text": ('raise ArgumentError, "no #{kind} here"', "raise", "ArgumentError", "no {kind} here"),
    "new": ('raise Gem::InstallError.new("cannot install")', "raise", "Gem::InstallError", "cannot install"),
    "text alone": ('raise "it broke"', "raise", "RuntimeError", "it broke"),
    "fail": ('fail IOError, "it broke" unless ok', "raise", "IOError", "it broke"),
    "class alone": ("raise NotImplementedError", "raise", "NotImplementedError", ""),
    "format": ('raise E, format("no %s at %d", kind, 3)', "raise", "E", "no %s at 3"),
    "percent": ('raise E, "no %s at %s" % [kind, "home"]', "raise", "E", "no %s at home"),
    "concatenation": ('raise E, "no " + kind', "raise", "E", "no {kind}"),
    "several literals": ('raise E, "no #{kind} " \\\n      "here"', "raise", "E", "no {kind} here"),
    "cause": ('raise E, "it broke", cause: error', "raise", "E", "it broke"),
    "abort": ('abort "cannot go on"', "exit", "SystemExit", "cannot go on"),
    "warn": ('warn "this is old"', "warn", None, "this is old"),
    "standard error": ('$stderr.puts "cannot go on"', "log", None, "cannot go on"),
    "logger": ('logger.error("cannot go on")', "log", None, "cannot go on"),
    "validation": ('errors.add(:name, "must be set")', "raise", None, "must be set"),
}


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_constructs(name: str, located) -> None:
    """Each construct is found once, with its kind, class and message."""
    source, kind, cls, message = CONSTRUCTS[name]
    found = located(".rb", f"module M\n  class Server\n    def run(kind)\n      {source}\n    end\n  end\nend\n")
    assert [(one.line, one.kind, one.cls, one.message, one.function) for one in found] == [
        (4, kind, cls, message, "Server.run")
    ]


def test_heredocs_variables_and_ways(located) -> None:
    """The text of a heredoc stands below; what is appended and each way of a condition is followed."""
    source = """
    def run(a)
      raise ArgumentError, <<~TEXT
        Two lines of #{a}
          indented
      TEXT
      message = String.new("The path #{a} ")
      message << if a.file?
        "is no folder."
      else
        "does not exist."
      end
      raise PathError, message
      raise E, (a ? "one way" : "other way")
    end
    """
    assert {(one.line, one.message) for one in located(".rb", source)} == {
        (3, "Two lines of {a}\n  indented"),
        (13, "The path {a} is no folder."),
        (13, "The path {a} does not exist."),
        (14, "one way"),
        (14, "other way"),
    }


def test_classes_make_their_message(located) -> None:
    """What the constructor passes on, methods that make the text, that of the base within it."""
    other = """
    class BaseError < StandardError
      def initialize(name, where = "home")
        super("no #{name} in #{where}")
      end
      def to_s
        "#{super} (sorry)"
      end
    end
    class OtherError < BaseError
      def message
        "#{intro}: #{@name}"
      end
      def intro = "always"
    end
    """
    source = """
    raise BaseError.new("port")
    raise OtherError.new("x")
    """
    assert [(one.line, one.cls, one.message) for one in located(".rb", source, other=other)] == [
        (2, "BaseError", "no port in home (sorry)"),
        (3, "OtherError", "always: {@name}"),
    ]


def test_helpers_of_other_files(located) -> None:
    """A method that raises its argument gives a place for each call, on a constant too."""
    other = """
    module Shared
      def self.removed!(message)
        raise RemovedError, "[REMOVED] #{message}"
      end
    end
    """
    source = 'def run\n  Shared.removed! "use something else"\nend\n'
    found = [one for one in located(".rb", source, other=other) if one.path == "pkg/a.rb"]
    assert [(one.line, one.cls, one.message) for one in found] == [(2, "RemovedError", "[REMOVED] use something else")]
