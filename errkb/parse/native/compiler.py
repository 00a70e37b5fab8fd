"""Diagnostics of C, C++ and CUDA compilers: gcc, clang, nvcc, MSVC.

The message is the line itself; the source, carets, notes and candidates below it belong to the event, the source line
goes to its frame. The function comes from the line `In function 'int main()':` above, if it stands close.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import Frame, Line
from errkb.parse.build import Span, make_event
from errkb.parse.lazy import Lazy
from errkb.parse.shapes import is_marker

__all__ = ["CompilerParser", "language_of"]

_FILE = r"(?P<file>(?:[A-Za-z]:)?[^\s:()\"'][^:()\"'\n]{0,400}?)"
_GNU = Lazy(
    rf"[ \t]*{_FILE}:(?P<line>\d{{1,7}})(?::\d{{1,5}})?: (?:internal compiler |fatal |syntax )?error: "
    r"(?P<message>\S.*)$"
)
_MSVC = Lazy(
    rf"[ \t]*(?:\d+>)?{_FILE}\((?P<line>\d{{1,7}})(?:,\d{{1,5}})?\) ?: (?:fatal |catastrophic )?error"
    r"(?: #?(?P<code>[A-Z]{1,4}\d{1,5}|\d{1,5}(?:-D)?))?: (?P<message>\S.*)$"
)
_DRIVER = Lazy(
    r"[ \t]*(?P<program>(?:[\w./+-]{0,100}-)?(?:gcc|g\+\+|clang(?:\+\+)?|cc1(?:plus|obj)?|c\+\+|cc|nvcc|ptxas"
    r"|nvlink|cicc"
    r"|icpx|hipcc|emcc|gfortran)(?:-[\d.]{1,6})?(?:\.exe)?)"
    r"(?:: (?:internal compiler |fatal )?error: | (?:fatal|error) {1,4}: )(?P<message>\S.*)$"
)
_CODED = Lazy(
    r"[ \t]*(?:cl|Command line|NMAKE|MIDL|RC) ?: (?:[Cc]ommand line )?(?:fatal )?error "
    r"(?P<code>[A-Z]{1,3}\d{4}) ?: (?P<message>\S.*)$"
)
_PROJECT = Lazy(r"(?P<message>.*\S) \[[^\[\]\n]{1,300}\.(?:vcx|cs|vb|)proj(?:ect)?\]$")
_LINKING = ("linker command failed", "ld returned", "link command failed")
_INCLUDED = Lazy(
    r"[ \t]*(?:In file included from|from \S+:\d+|\S.{0,300}: (?:In |At )(?:\w+ ){1,4}[‘'`\w]"
    r"|\S+:\d+:(?:\d+:)? +required )"
)
_IN_FUNCTION = Lazy(
    r"\S.{0,300}: In (?:static |member |lambda |copy )*(?:function|constructor|destructor|instantiation of) "
    r"[‘'`](?P<name>[^’'\n]{1,400})"
)
_NOTE = Lazy(r"[ \t]*[^\s:][^:\n]{0,400}(?::\d{1,7}){1,2}: (?:note|remark): |[ \t]*note: ")
_SNIPPET = Lazy(
    r" {0,8}\d{0,7} {0,3}\|(?: (?P<code>.*)|$)|(?:compilation terminated\.|\d+ errors? (?:generated|detected).*)$"
)
_LANGUAGES = {
    **dict.fromkeys(("c", "s", "S"), "c"),
    **dict.fromkeys(("cc", "cpp", "cxx", "c++", "C", "h", "hh", "hpp", "hxx", "inl", "ipp", "tcc", "inc"), "cpp"),
    **dict.fromkeys(("cu", "cuh"), "cuda"),
    **dict.fromkeys(("f", "f90", "F90", "m", "mm", "hip", "cl", "pyx", "y", "l", "pb", "swift", "zig"), None),
}
_TOOLS = {"nvcc": "cuda", "ptxas": "cuda", "nvlink": "cuda", "cicc": "cuda", "gcc": "c", "cc": "c", "cc1": "c"}
_REACH = 300
_MOST_TENTATIVE = 6
"""Lines that may lead to a note without being sure by themselves."""
_ABOVE = 4


class CompilerParser:
    """Reads one diagnostic with what is printed below it."""

    name = "compiler"
    hints: tuple[str, ...] = ("ptxas fatal", "nvcc fatal", "nvlink fatal")
    nearby: tuple[str, ...] = ("error: ", " error ", " fatal ")

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the diagnostic."""
        text = lines[at].text[:4000].rstrip()
        if "error" not in text and "fatal" not in text:
            return None
        match = _GNU.match(text) or _MSVC.match(text)
        if match:
            known, language = _known(match["file"])
            return _diagnostic(lines, at, match, language) if known or match.groupdict().get("code") else None
        match = _DRIVER.match(text)
        if match and not any(word in match["message"] for word in _LINKING):
            program = match["program"].rpartition("/")[2].partition("-")[0]
            return _diagnostic(lines, at, match, _TOOLS.get(program, "cpp"))
        match = _CODED.match(text)
        return _diagnostic(lines, at, match, "cpp") if match else None


def language_of(file: str) -> str | None:
    """Return the language of a source file by its ending, `None` where it says nothing."""
    return _known(file)[1]


def _known(file: str) -> tuple[bool, str | None]:
    ending = file.rpartition(".")[2]
    return ending in _LANGUAGES, _LANGUAGES.get(ending)


def _diagnostic(lines: Sequence[Line], at: int, match: re.Match[str], language: str | None) -> Block:
    said = match.groupdict()
    low, high = match.span("message")
    project = _PROJECT.match(lines[at].text[:4000].rstrip(), low) if "proj]" in lines[at].text else None
    frames: list[Frame] = []
    if said.get("file"):
        frames = [Frame(said["file"], int(said["line"]), _function_above(lines, at, said["file"]))]
    behind = _body_end(lines, at, frames)
    span = Span(lines[at], low, project.end("message") if project else high)
    event = make_event(lines[at], lines[behind - 1], [span], code=said.get("code"), language=language, frames=frames)
    return Block([event], behind)


def _function_above(lines: Sequence[Line], at: int, file: str) -> str | None:
    for index in range(at - 1, max(at - 1 - _ABOVE, -1), -1):
        match = _IN_FUNCTION.match(lines[index].text)
        if match:
            return str(match["name"]) if lines[index].text.lstrip().startswith(file) else None
        if not _INCLUDED.match(lines[index].text):
            break
    return None


def _body_end(lines: Sequence[Line], at: int, frames: list[Frame]) -> int:
    """Return the index behind the source, carets and notes; the first source line goes to the frame."""
    index = behind = at + 1
    while index < len(lines) and index - at < _REACH and index - behind < _MOST_TENTATIVE:
        text = lines[index].text
        snippet = _SNIPPET.match(text)
        if snippet:
            _keep_code(frames, snippet["code"])
        elif is_marker(text) and index == at + 2 and index == behind + 1:
            _keep_code(frames, lines[at + 1].text)  # clang: the source line as it is, and the caret
        elif not (_NOTE.match(text) or is_marker(text)):
            if not (_INCLUDED.match(text) or _marked_below(lines, index)):
                break
            index += 1
            continue
        index += 1
        behind = index
    return behind


def _marked_below(lines: Sequence[Line], at: int) -> bool:
    """Say whether the line below is nothing but a caret: this one is source."""
    return at + 1 < len(lines) and is_marker(lines[at + 1].text)


def _keep_code(frames: list[Frame], code: str | None) -> None:
    if frames and code and code.strip() and frames[0].code is None:
        frames[0].code = code.strip()
