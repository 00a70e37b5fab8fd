"""Running reproduction scripts: environments and processes in threads, verdicts and files in the calling one.

A script that fails, or that breaks the runner's rules, is an outcome; the run goes on. What is finished is written at
once (verified file, then ledger), so a run that is interrupted goes on where it stopped.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from threading import Event

import errkb
from errkb.dataset.canonical import dumps, write_text
from errkb.dataset.folder import place, sidecar
from errkb.dataset.script import Script, fits, proved, read_script, script_path
from errkb.errors import ErrkbError, UsageError
from errkb.model.report import Entry
from errkb.model.reproduction import Outcome, ReproductionReport, RunOptions, Selection
from errkb.model.sidecar import VerifiedFile
from errkb.reproduce.environment import Environment, Environments, interpreters
from errkb.reproduce.ledger import Ledger
from errkb.reproduce.needs import MissingNeedError
from errkb.reproduce.sandbox import Run, isolation, run
from errkb.reproduce.verdict import Explain, fixed_fault, trigger_fault
from errkb.reproduce.wording import Seen, merged, other_release, seen, write_wording

__all__ = ["Progress", "Target", "reproduce", "require_script"]

Progress = Callable[[Outcome | None, int, int], None]
"""Called with an outcome (`None` at the start), how many are done, and how many there are."""


@dataclass(slots=True, frozen=True)
class Target:
    """A record and the `records/` folder it stands in."""

    entry: Entry
    records: Path

    @property
    def script(self) -> Path:
        """Return where its script stands, if it has one."""
        return script_path(self.records, self.entry.record)

    def outcome(self, status: str, reason: str = "", **more: object) -> Outcome:
        """Return an outcome of this record."""
        record = self.entry.record
        return Outcome(record["id"], record["repo"], record["slug"], status, reason, **more)  # type: ignore[arg-type]


@dataclass(slots=True, frozen=True)
class _Job:
    """One script with one set of dependencies; `version` is the release asked for."""

    target: Target
    script: Script
    dependencies: tuple[str, ...]
    key: str
    version: str | None = None


@dataclass(slots=True, frozen=True)
class _Done:
    """What a thread hands back."""

    environment: Environment
    trigger: Run
    fixed: Run | None
    folder: Path


def require_script(target: Target) -> Target:
    """Return the target; raises `UsageError` if its record has no script."""
    if target.script.is_file():
        return target
    why = (target.entry.evidence or {}).get("notReproduced")
    hint = f"not reproducible here: {why}" if why else f"write {target.script}; CONTRIBUTING.md shows how"
    raise UsageError(f"no script reproduces {target.entry.record['slug']!r}", hint=hint)


def reproduce(
    targets: Sequence[Target],
    explain: Explain,
    home: Path,
    selection: Selection,
    options: RunOptions,
    *,
    progress: Progress | None = None,
) -> ReproductionReport:
    """Run the scripts of the targets and write what they prove; raises `ErrkbError` if nothing can be run at all.

    An interruption (`KeyboardInterrupt`) ends the running scripts and is passed on; what was finished is kept.
    """
    environments = Environments(home / "reproduce" / "environments", interpreters(options.pythons))
    runner = _Runner(explain, environments, Ledger(home / "reproduce" / "ledger.jsonl"), options)
    jobs, outcomes = runner.plan(targets, selection)
    report = ReproductionReport(outcomes, isolation=isolation())
    runner.work(jobs, report, progress)
    report.outcomes.sort(key=lambda outcome: (outcome.repo, outcome.slug, outcome.version or ""))
    return report


class _Runner:
    def __init__(self, explain: Explain, environments: Environments, ledger: Ledger, options: RunOptions) -> None:
        self._explain = explain
        self._environments = environments
        self._ledger = ledger
        self._options = options
        self._stop = Event()
        self._until = time.monotonic() + options.within if options.within else float("inf")

    def plan(self, targets: Sequence[Target], selection: Selection) -> tuple[list[_Job], list[Outcome]]:
        """Return what is to be run, and the outcomes that are known without."""
        jobs, outcomes = [], []
        for target in targets:
            try:
                script = read_script(target.script)
                if selection.light and (script.dependencies or script.npm) and not script.light:
                    continue
                if selection.changed and fits(target.entry, script):
                    continue
                for job in self._jobs(target, script):
                    if not selection.force and self._finished(job):
                        outcomes.append(target.outcome("unchanged", version=job.version))
                    else:
                        jobs.append(job)
            except MissingNeedError as missing:
                outcomes.append(target.outcome("skipped", missing.message))
            except ErrkbError as error:
                outcomes.append(target.outcome("failed", str(error)))
        return jobs, outcomes

    def work(self, jobs: Sequence[_Job], report: ReproductionReport, progress: Progress | None) -> None:
        """Run the jobs; outcomes go into the report as they come."""
        wordings: dict[str, tuple[_Job, list[Seen]]] = {}
        pool = ThreadPoolExecutor(max(1, self._options.jobs))
        tell = progress or (lambda *_: None)
        try:
            tell(None, 0, len(jobs))
            running = {pool.submit(self._run, job): job for job in jobs}
            for number, future in enumerate(as_completed(running), 1):
                job = running[future]
                outcome = self._judge(job, future, wordings)
                if outcome is None:
                    report.unfinished += 1
                else:
                    report.outcomes.append(outcome)
                tell(outcome, number, len(jobs))
        finally:
            self._stop.set()
            pool.shutdown(cancel_futures=True)
        for job, found in wordings.values():
            self._propose(job, found, report)

    def _jobs(self, target: Target, script: Script) -> Iterator[_Job]:
        if script.missing and not (script.missing == ["fixed"] and target.entry.record["exampleFix"] is None):
            raise ErrkbError(f"the script has no {' and no '.join(script.missing)}")
        if self._options.versions:  # an older release may need an older interpreter than the script asks for
            script = replace(script, requires_python="")
        python = self._environments.interpreter(script)
        for version in self._options.versions or (None,):
            dependencies = script.dependencies
            if version:
                _, dependencies = other_release(target.entry, script, version, self._options.instead)
            parts = [errkb.__version__, script.sha256, proved(target.entry), str(python.path), python.version]
            key = hashlib.sha256(json.dumps([*parts, *dependencies]).encode()).hexdigest()
            yield _Job(target, script, dependencies, key, version)

    def _finished(self, job: _Job) -> bool:
        return (
            job.key in self._ledger and not job.version and (self._options.check or fits(job.target.entry, job.script))
        )

    def _run(self, job: _Job) -> _Done | None:
        """Run both functions (in a thread); `None` if there was no time left to start."""
        if self._stop.is_set() or time.monotonic() > self._until:
            return None
        environment = self._environments.provide(job.script, job.dependencies)
        folder = Path(tempfile.mkdtemp(prefix="reproduce-"))
        try:
            trigger = run(job.script, "trigger", environment.python, folder, self._stop)
            fixed = None
            if "fixed" in job.script.names and not trigger.stopped:
                mended = job.script.fix_dependencies
                python = self._environments.provide(job.script, mended).python if mended else environment.python
                fixed = run(job.script, "fixed", python, folder, self._stop)
            if self._options.keep:
                for name, done in (("trigger", trigger), ("fixed", fixed)):
                    (folder / f"{name}.txt").write_text(done.output if done else "", encoding="utf-8")
        finally:
            if not self._options.keep:
                shutil.rmtree(folder, ignore_errors=True)
        return None if self._stop.is_set() else _Done(environment, trigger, fixed, folder)

    def _judge(
        self, job: _Job, future: Future[_Done | None], wordings: dict[str, tuple[_Job, list[Seen]]]
    ) -> Outcome | None:
        try:
            done = future.result()
            if done is None:
                return None
            outcome = self._verdict(job, done, wordings)
            if outcome.status == "reproduced":
                if not job.version and not self._options.check:
                    self._write(job, outcome)
                self._ledger.add(job.key)
        except MissingNeedError as missing:
            return job.target.outcome("skipped", missing.message, version=job.version)
        except (ErrkbError, OSError) as error:
            return job.target.outcome("failed", str(error), version=job.version)
        return outcome

    def _verdict(self, job: _Job, done: _Done, wordings: dict[str, tuple[_Job, list[Seen]]]) -> Outcome:
        entry, identifier = job.target.entry, job.target.entry.record["id"]
        answer = self._explain(done.trigger.output)
        captures = {} if job.version else job.script.captures  # an older wording may name fewer values
        fault = trigger_fault(done.trigger, answer, identifier, captures)
        if job.version and not done.trigger.stopped:
            other = seen(entry, job.script, job.version, done.trigger.output, answer)
            if other:
                wordings.setdefault(identifier, (job, []))[1].append(other)
        if fault is None and done.fixed is not None:
            fault = fixed_fault(done.fixed, self._explain(done.fixed.output), identifier)
        environment = done.environment
        return job.target.outcome(
            "failed" if fault else "reproduced",
            fault or "",
            version=job.version,
            python=environment.version,
            packages=environment.packages,
            kept=done.folder if self._options.keep else None,
        )

    def _write(self, job: _Job, outcome: Outcome) -> None:
        """Write the verified file beside the record."""
        record = job.target.entry.record
        verified = VerifiedFile(
            scriptSha256=job.script.sha256,
            python=outcome.python,
            packages=outcome.packages,
            verifiedAt=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            trigger="raised",
            match="first",
            fix="works" if "fixed" in job.script.names else "none",
            recordSha=record["analyzedSha"],
            recordSha256=proved(job.target.entry),
        )
        write_text(sidecar(job.target.records / place(record), "verified"), dumps(verified))

    def _propose(self, job: _Job, found: list[Seen], report: ReproductionReport) -> None:
        package, _ = other_release(job.target.entry, job.script, job.version or "")
        for wording in merged(job.target.entry, job.script, package, found):
            if self._options.write:
                write_wording(job.target.records, job.target.entry, wording, job.script.captures)
            report.wordings.append(replace(wording, written=self._options.write))
