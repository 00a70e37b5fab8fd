"""The report as JUnit XML: a test suite of the units with their verdicts, and one of each bucket of errors.

It holds what both schemas in use ask for, that of Ant's JUnit task and that of Jenkins. A unit without an outcome is
skipped, and says why; so is an error that only reports another, is expected, or stands in units that passed.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from errkb.model.triage import KnownError, TriageReport, Verdict, Witness
from errkb.normalize import printable
from errkb.render.prose import count, cut, one_line
from errkb.render.triage.clusters import Cluster, clusters, doubled, faults, left_out, named, said

__all__ = ["chunks"]

LONGEST = 10_000
_NO_TIME = "1970-01-01T00:00:00"
"""Where the log has no times: the schema wants one."""


def chunks(report: TriageReport) -> Iterator[str]:
    """Yield the document."""
    root = Element("testsuites")
    found = clusters(report)
    names = named(found)
    cases = [_unit(verdict, names) for verdict in report.verdicts]
    _suite(root, f"verdicts by {report.unit}", cases, report, "\n".join([*faults(report), doubled(report)]))
    for bucket in ("known", "unknown"):
        errors = [_error(one, names) for one in found if one.bucket == bucket]
        _suite(root, f"{bucket} errors", errors, report, left_out(report) if bucket == "unknown" else "")
    indent(root)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield tostring(root, encoding="unicode") + "\n"


def _suite(root: Element, name: str, cases: list[Element], report: TriageReport, remarks: str) -> None:
    number = {kind: sum(case.find(kind) is not None for case in cases) for kind in ("failure", "skipped")}
    first = (report.totals.first or _NO_TIME)[:19]
    suite = SubElement(root, "testsuite", name=name, package="errkb.triage", id=str(len(root)), hostname="localhost")
    suite.attrib |= {"timestamp": first if _time(first) else _NO_TIME, "time": "0"}
    suite.attrib |= {"tests": str(len(cases)), "failures": str(number["failure"]), "errors": "0"}
    suite.set("skipped", str(number["skipped"]))
    properties = SubElement(suite, "properties")
    SubElement(properties, "property", name="datasetVersion", value=_text(report.dataset_version))
    suite.extend(cases)
    SubElement(suite, "system-out").text = _text(remarks)
    SubElement(suite, "system-err")


def _case(group: str, name: str, seconds: float = 0) -> Element:
    attributes = {"classname": _name(group), "name": _name(name), "time": f"{seconds:.3f}".rstrip("0").rstrip(".")}
    return Element("testcase", attributes)


def _unit(verdict: Verdict, names: dict[str, str]) -> Element:
    case = _case("errkb.triage.verdict", verdict.unit, _seconds(verdict))
    events = count(verdict.events, "error event")
    if verdict.outcome == "failed":
        cause = verdict.cause
        message = said(cause, names) if cause else "it failed, and no cause stands in its log"
        failure = SubElement(case, "failure", message=_line(message), type=_line(_kind(verdict)))
        failure.text = _text("\n".join(_audit(verdict, names)))
    elif verdict.outcome == "unknown":
        SubElement(case, "skipped", message=f"no outcome stands in the log: {events}")
    return case


def _kind(verdict: Verdict) -> str:
    return "no verdict" if verdict.cause is None else "wrapper" if verdict.by_wrapper else "primary cause"


def _audit(verdict: Verdict, names: dict[str, str]) -> Iterator[str]:
    if verdict.cause:
        yield _witness(verdict.cause)
        yield verdict.cause.text
        if verdict.by_wrapper:
            yield "This only reports another error; the cause is not in the log."
    for witness in verdict.runners_up:
        yield f"not: {said(witness, names)}"
        yield _witness(witness)


def _witness(witness: Witness) -> str:
    step = f", step {witness.place.step}" if witness.place.step else ""
    return f"{witness.place.file}:{witness.place.line}{step}: {witness.why}"


def _error(cluster: Cluster, names: dict[str, str]) -> Element:
    error, spread = cluster.error, cluster.spread
    case = _case(f"errkb.triage.{cluster.bucket}", f"{cluster.title} [{cluster.key}]")
    seen = f"{count(spread.count, 'time')} in {count(spread.units_total, 'unit')}"
    if reason := _harmless(cluster):
        SubElement(case, "skipped", message=_line(f"{reason}: {seen}"))
        return case
    failure = SubElement(case, "failure", message=_line(f"{cluster.title}: {seen}"), type=_line(cluster.severity))
    place = error.sample.place
    parts = [f"{place.file}:{place.line}", *error.sample.lines]
    parts += [f"{one.count:,} of {one.of:,} after: {names.get(one.cause, one.cause)}" for one in cluster.follows]
    if isinstance(error, KnownError) and error.first_fix:
        parts.append(f"First fix: {error.first_fix}")
    failure.text = _text("\n".join(parts))
    return case


def _harmless(cluster: Cluster) -> str:
    if cluster.acknowledged:
        return f"expected ({cluster.acknowledged})"
    if cluster.error.wrapper:
        return "it only reports another error"
    return "only in units that passed" if cluster.in_passing_only else ""


def _seconds(verdict: Verdict) -> float:
    first, last = _time(verdict.first), _time(verdict.last)
    if first is None or last is None or (first.tzinfo is None) != (last.tzinfo is None):
        return 0
    return max((last - first).total_seconds(), 0)


def _time(text: str | None) -> datetime | None:
    try:
        return datetime.fromisoformat(text) if text else None
    except ValueError:
        return None


def _text(text: str) -> str:
    """Return text of which XML can hold every character."""
    return cut(printable(text), LONGEST).replace("\ufffe", "\ufffd").replace("\uffff", "\ufffd")


def _line(text: str) -> str:
    return cut(one_line(_text(text)), 1_000)


def _name(text: str) -> str:
    return _line(text) or "-"
