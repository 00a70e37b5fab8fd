"""`KnowledgeBase`: the one place where the stages are wired. Every command is one of its methods.

Opening costs nothing; segments are built or opened when a method first needs them. The way to an answer touches the
record file and the match index only: duckdb and pydantic load when something is built or queried.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, BinaryIO, Self

import errkb
from errkb.dataset.segments import folder_size
from errkb.errors import ErrkbError, UsageError
from errkb.explain import explain
from errkb.holdings import Holdings
from errkb.index import Index
from errkb.match import match
from errkb.model.event import ErrorEvent, ParseResult
from errkb.model.report import Entry, Explanation, SourceInfo
from errkb.model.text import Text
from errkb.parse import parse
from errkb.plugins import parsers
from errkb.settings import Settings

if TYPE_CHECKING:  # not on the way to an answer
    from errkb.author.drafts import Drafts
    from errkb.exports import ExportReport, ExportRequest
    from errkb.exports import Note as ExportNote
    from errkb.harvest.compare import Change
    from errkb.harvests import HarvestReport, Note
    from errkb.imports import ImportReport, ImportRequest
    from errkb.index.bulk import Read, Sighting
    from errkb.live import Tell
    from errkb.model.catalog import BuildReport, Finding, HealthCheck, KnowledgeBaseInfo, NewRecord, SearchHit, Table
    from errkb.model.reproduction import ReproductionReport, RunOptions, Selection
    from errkb.redact import Redactor
    from errkb.refresh import Refreshed
    from errkb.reports import TriageReport
    from errkb.reproduce import Progress, Target
    from errkb.sync.run import SyncReport
    from errkb.sync.source import SyncRequest
    from errkb.targets import Request
    from errkb.triage import Acknowledged, Unit
    from errkb.triages import Progress as TriageProgress
    from errkb.watches import Say

__all__ = ["KnowledgeBase"]


class KnowledgeBase:
    """All sources of records on this machine, and what can be asked of them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._holdings = Holdings(settings)

    @classmethod
    def open(cls, settings: Settings | None = None) -> KnowledgeBase:
        """Return the knowledge base of `settings` (default: of the environment)."""
        return cls(settings or Settings.from_environment())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the segments; a closed knowledge base opens them again when needed."""
        self._holdings.close()

    @property
    def warnings(self) -> list[str]:
        """Return what went wrong without stopping anything: records left out, a source that is missing."""
        return self._holdings.warnings

    @property
    def dataset_version(self) -> str:
        """Return the newest version of all segments."""
        return max((segment.records.dataset_version for segment in self._holdings.segments), default="")

    def parse(self, text: Text | str) -> ParseResult:
        """Return the error events of a text. Needs no records."""
        return parse(_text(text), parsers(entry_points=self.settings.plugins))

    def explain(
        self,
        text: Text | str,
        *,
        repo: str | None = None,
        limit: int = 3,
        trace: bool = False,
        sources: Sequence[Path] = (),
        at_hand: bool = True,
        redactor: Redactor | None = None,
    ) -> Explanation:
        """Return the answer to a pasted text; `repo` asks only records of that repository.

        `sources` are folders of source to show the raise from, before the packages installed beside errkb; without
        `at_hand` nothing of this machine's source is read. With a `redactor` nothing private is in the answer: private
        values leave the text before it is read (positions are those in the redacted text, which the answer holds), and
        private and harvested records are not asked.
        """
        self._require_repo(repo)
        source = _text(text)
        indexes = self._indexes
        if redactor is not None:
            source = Text.of(redactor.text(source.value))
            indexes = [segment.index for segment in self._holdings.public()]
        parsed = self.parse(source)
        ranking = match(parsed, source, indexes, repo=repo, limit=limit, trace=trace)
        answer = explain(source, parsed, ranking, self._holdings.by_id, self.dataset_version)
        if answer.matches and at_hand:
            from errkb.at_hand import show_source

            show_source(answer.matches, self._holdings, sources, redactor)
        return answer

    def show(self, reference: str, *, fetch: bool = False) -> Entry:
        """Return the record of an id (also a former one), of `owner/repo/slug`, or of a slug only one record has.

        Of a record that only an index tells of, the whole is fetched if that is asked for with `fetch`, or was when the
        source was added. Raises `UsageError` with the nearest names if there is none.
        """
        reference = reference.strip().strip("/")
        entry = self._holdings.find(reference)
        if entry is not None:
            return self._fetched(entry, asked=fetch) if entry.is_index_only else entry
        from errkb.match.search import suggest

        near = suggest(self._holdings.names(), reference)
        hint = f"did you mean: {', '.join(near)}" if near else "`errkb search WORDS` finds records by their words"
        raise UsageError(f"no record is called {reference!r}", hint=hint)

    def find(self, reference: str) -> Entry | None:
        """Return what `show` does, `None` where it raises: nothing is looked up or suggested, so it costs the same."""
        return self._holdings.find(reference)

    def records(self) -> Iterator[Entry]:
        """Yield every record that is asked, once; of several sources that have it the first has the word."""
        return self._holdings.records()

    def background(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """Return the articles of all families, and what is known of repositories beyond their records."""
        return self._holdings.background()

    def search(self, words: str, *, repo: str | None = None, limit: int = 10) -> list[SearchHit]:
        """Return the records that hold the words, best first."""
        from errkb.match.search import search
        from errkb.model.catalog import SearchHit

        self._require_repo(repo)
        hits = []
        for template, score in search(self._indexes, words, repo=repo, limit=limit):
            record = self._holdings.by_id(template.id).record
            hits.append(
                SearchHit(
                    id=record["id"],
                    repo=record["repo"],
                    slug=record["slug"],
                    message=record["errorMessage"],
                    cls=record["errorClass"],
                    code=record["errorCode"],
                    score=round(score, 4),
                )
            )
        return hits

    def scan(self, log: Path | Read, *, processes: int = 1) -> Iterator[Sighting]:
        """Yield every record that stands on a line of a log, in order of line; made for gigabytes.

        `log` is a file (also a pipe), or a function that returns at most so many bytes, none at the end. All segments
        are looked for in one pass: shipped, synced, harvested (located) and private records, aliases included. A record
        is given once for each line its text begins on, at the leftmost place there; what several records say of the
        same line is given for each of them, unranked. Spans are byte offsets in the log, line numbers count from 1, a
        message of several lines has the number of its first; `\r\n` ends a line like `\n`, NUL and what is not UTF-8
        are bytes like others. Exact, with three limits: templates of hardly any text (`{key}`) are not looked for, weak
        ones (`missing {name}`) only where a message begins right after a class, and free-form regexes that google-re2
        refuses not at all. The memory does not grow with the log, the time grows linearly with it. `processes` are
        worth it from some 100 MB on. `show(sighting.template.id)` gives the record. Raises `InputError` if the log
        cannot be read.
        """
        from errkb.index.bulk import sightings

        yield from sightings(self._indexes, log, processes=processes)

    def triage(
        self,
        paths: Sequence[str | Path] | Iterable[ErrorEvent],
        *,
        unit: Unit = "file",
        processes: int | None = None,
        max_bytes: int | None = None,
        baseline: Sequence[Path] = (),
        acknowledged: Acknowledged | None = None,
        stdin: BinaryIO | None = None,
        progress: TriageProgress | None = None,
    ) -> TriageReport:
        """Return what stands in logs: known errors, unknown ones, what became of each unit.

        `paths` are files, folders, globs and archives, `-` is standard input; or error events that somebody else has
        read, of which only known and unknown ones are told. `unit` is what a verdict is for;
        `max_bytes` is the most that is read of a file.
        `processes` read, by default as many as there are cores if that is worth it, with the same result. With
        `baseline`, reports written as JSON, `report.changes` tells what is new, grown, gone or newly recognised, and
        which of it is `acknowledged`. Memory does not grow with the logs; the occurrences are on disk as long as the
        report is used. What cannot be read is told in `report.files`, and the rest is read all the same.
        `report.write`, `.append_to`, `.to_arrow` and `.to_pandas` take it further, `report.redacted()` first takes
        private values out.
        """
        from errkb.triages import split_given, triage_all, triage_paths

        paths, events = split_given(paths)
        if events is not None:
            return triage_all(self._holdings, events, self.dataset_version)
        return triage_paths(
            self._holdings,
            paths,
            self.dataset_version,
            unit=unit,
            processes=processes,
            max_bytes=max_bytes,
            baseline=baseline,
            acknowledged=acknowledged,
            stdin=stdin,
            progress=progress,
        )

    def watch(
        self, paths: Sequence[Path], tell: Tell, say: Say, *, whole: bool = False, passed_on: bool = True
    ) -> None:
        """Tell each known error once as it is written: to files, or to standard input where there are no paths.

        Files are followed through rotation and truncation until interrupted, `whole` reads what is in them already,
        too. Standard input is passed on to standard output (`passed_on`). `say` gets sentences about the watching.
        """
        from errkb.watches import watch_files, watch_stream

        reading = parsers(entry_points=self.settings.plugins)
        if paths:
            watch_files(paths, self.explain, reading, tell, say, whole=whole)
        else:
            watch_stream(0, 1 if passed_on else None, self.explain, reading, tell)

    def run(self, command: Sequence[str], tell: Tell, say: Say) -> int:
        """Run a command and tell each known error in its output once as it occurs; the output is passed on untouched.

        Returns its exit status, -N if signal N ended it. Raises `UsageError` if it cannot be started.
        """
        from errkb.watches import run_command

        return run_command(command, self.explain, parsers(entry_points=self.settings.plugins), tell, say)

    def sql(self, query: str, *, limit: int = 1000) -> Table:
        """Return the rows of a read-only query over the tables of all segments (`docs/tables.md`)."""
        from errkb.dataset import tables

        return tables.query([(segment.name, segment.folder) for segment in self._holdings.segments], query, limit=limit)

    def build(self, *, out: Path | None = None, force: bool = False, named: Sequence[str] = ()) -> BuildReport:
        """Build what has changed since the last build (everything with `force`), or a prebuilt knowledge base at `out`.

        What goes into `out` may leave this machine: the shipped records, and the sources that are `named`. Records that
        break the contract are left out and reported; the rest is used.
        """
        return self._holdings.build(out=out, force=force, named=named)

    def entries(self, named: Sequence[str] = ()) -> Iterator[Entry]:
        """Yield the records that may leave this machine: the shipped ones, and those of the sources that are `named`.

        Everything that exports, shares or publishes starts from here.
        """
        return self._holdings.entries(named)

    def export(
        self, out: Path, request: ExportRequest, *, form: str | None = None, note: ExportNote = lambda *_: None
    ) -> ExportReport:
        """Write records to a file or folder in one of `errkb.export.FORMATS` (default: that of the suffix of `out`).

        Raises `UsageError`, `InputError`, `DatasetError` or `MissingExtraError`; then what stands at `out` stays.
        """
        from errkb.exports import export_records

        self._require_repo(request.repo)
        return export_records(self._holdings, request, form, out, note)

    def import_(self, request: ImportRequest, note: Note = lambda *_: None) -> ImportReport:
        """Import a file or folder of records as a source of its own; it answers at once.

        Strictly, one fault keeps everything out; the report says what is wrong. Raises `InputError` for a path that
        cannot be read, `DatasetError` for a document that is broken as a whole.
        """
        from errkb.intake import take_in

        return take_in(self._holdings, request, note)

    def prune(self) -> int:
        """Delete segments nothing uses any more; return the bytes freed."""
        return self._holdings.prune()

    def sources(self) -> list[SourceInfo]:
        """Return the sources with the figures of their current segments."""
        return self._holdings.sources()

    def add_source(self, name: str, path: Path) -> BuildReport:
        """Register a folder of records and build it."""
        self._holdings.require_writable()
        if (path / "manifest.json").is_file():
            raise UsageError("this is a published dataset", where=str(path), hint=f"errkb sync {path} --name {name}")
        self._holdings.registry.add(name, path)
        try:
            return self.build()
        except ErrkbError:  # a folder that cannot be built is not kept
            self._holdings.registry.remove(name)
            raise

    def remove_source(self, name: str) -> None:
        """Forget a source and delete its segments, and what was fetched for it; a folder of yours is not touched."""
        from errkb.intake import forget

        forget(self._holdings, name)

    def sync(self, request: SyncRequest, note: Note = lambda *_: None) -> SyncReport:
        """Bring a published dataset up to date, over HTTP or from a folder; a new address becomes a source.

        Nothing of a new version is used before all of it was fetched and verified. Raises `ErrkbError`; then the
        version in use stays, and the hint names it.
        """
        from errkb.syncs import sync

        return sync(self._holdings, request, note)

    def pin_source(self, name: str, version: str | None = None, *, pinned: bool = True) -> None:
        """Keep a synced source at a version that is here (that in use), or let it follow its publisher again."""
        from errkb.syncs import pin

        pin(self._holdings, name, version, pinned=pinned)

    def disable_source(self, name: str, *, disabled: bool = True) -> None:
        """Let a source answer no more, or again; what is here of it stays."""
        self._holdings.require_writable()
        self._holdings.registry.disable(name, disabled=disabled)
        self.close()

    def info(self) -> KnowledgeBaseInfo:
        """Return figures about the knowledge base."""
        from errkb.model.catalog import KnowledgeBaseInfo

        repos: dict[str, int] = {}
        for segment in self._holdings.segments:
            for repo, count in segment.index.records_by_repo().items():
                repos[repo] = repos.get(repo, 0) + count
        return KnowledgeBaseInfo(
            version=errkb.__version__,
            home=self._holdings.home,
            dataset_version=self.dataset_version,
            records=sum(repos.values()),
            repos=dict(sorted(repos.items())),
            sources=self.sources(),
            cache_bytes=folder_size(self._holdings.home),
        )

    def doctor(self) -> list[HealthCheck]:
        """Return what is in order on this machine and what is not; changes nothing."""
        from errkb.doctor import examine

        return list(examine(self._holdings.home, self.sources(), self._holdings.prebuilt))

    def lint(
        self, paths: list[Path], *, rules: Sequence[str] = (), checkouts: Mapping[str, Path] | None = None
    ) -> list[Finding]:
        """Return what is wrong with the records below `paths` (default: the shipped ones).

        `rules` names the rules to run (default: all); `checkouts` are source trees by `owner/name`, against which paths
        and lines are checked.
        """
        from errkb.lint.run import lint_paths

        return lint_paths(paths, only=rules, checkouts=checkouts, beside=self._holdings.beside)

    def new(
        self,
        text: Text | str | None = None,
        *,
        template: str | None = None,
        repo: str | None = None,
        checkout: Path | None = None,
        at: str | None = None,
        records: Path | None = None,
    ) -> NewRecord:
        """Write the skeleton of a record from a pasted error, a template, a located raise, or several of them.

        It goes into `records`, by default into the private folder of the project, else of the user. Everything that can
        be computed is; the answer says what is left to write.
        """
        from errkb.author import new_record

        made = new_record(
            self._private_records(records),
            text=None if text is None else _text(text),
            template=template,
            repo=repo,
            checkout=checkout,
            at=at,
            default_repo=None if records else f"private/{Path.cwd().name}",
            parsers=parsers(entry_points=self.settings.plugins),
        )
        made.findings = self.lint([made.path])
        return made

    def draft(
        self, report: Path, *, top: int | None = None, clusters: Sequence[str] = (), records: Path | None = None
    ) -> Drafts:
        """Write drafts of records for unknown errors of a triage report in JSON: the first `top`, or some `clusters`.

        They go where `new` writes. An error that cannot be drafted is left out and told.
        """
        from errkb.triages import draft_records

        return draft_records(self._private_records(records), report, top, clusters, plugins=self.settings.plugins)

    def fix(self, paths: list[Path]) -> list[Path]:
        """Write what can be computed in the records below `paths`; return the files that were changed."""
        from errkb.lint.fix import fix_paths

        return fix_paths(paths)

    def reproduce(
        self, selection: Selection, options: RunOptions, progress: Progress | None = None
    ) -> ReproductionReport:
        """Run the scripts that prove records, and write what they prove beside the records.

        Raises `UsageError` for a record without a script, `MissingExtraError` without uv.
        """
        from errkb.reproduce import reproduce

        targets = list(self._targets(selection))
        home = self._holdings.home
        return reproduce(targets, self.explain, home, selection, options, progress=progress)

    def harvest(
        self, request: Request, *, name: str | None = None, out: Path | None = None, note: Note = lambda *_: None
    ) -> HarvestReport:
        """Find what source raises, into a source of the knowledge base or into `out`. Nothing is imported or run.

        Raises `UsageError` or `InputError` for a target that is not there or cannot be read.
        """
        from errkb.harvests import harvest_out
        from errkb.intake import harvest

        return harvest_out(request, out, note) if out else harvest(self._holdings, request, name, note)

    def harvest_diff(self, request: Request, note: Note = lambda *_: None) -> list[Change]:
        """Return what differs between two targets: located errors added, gone, moved, reworded."""
        from errkb.harvests import differences

        return differences(request, note)

    def refresh(self, records: Path, repo: str, source: Path, *, write: bool) -> list[Refreshed]:
        """Bring the places of a repository's records up to date with a checkout; nothing is deleted."""
        from errkb.refresh import refresh

        return refresh(records, repo, source, write=write)

    def _private_records(self, records: Path | None) -> Path:
        """Return the folder that new records go into. Raises `UsageError` if none is known."""
        own = next(iter(self.settings.private), self.settings.user)
        if records is not None or own is not None:
            return records or own / "records"  # type: ignore[operator]  # one of the two is known
        raise UsageError("it is not known where private records are kept", hint="--records FOLDER")

    def _fetched(self, entry: Entry, *, asked: bool) -> Entry:
        from errkb.syncs import fetch

        return self._holdings.by_id(entry.record["id"]) if fetch(self._holdings, entry, asked=asked) else entry

    def _targets(self, selection: Selection) -> Iterator[Target]:
        from errkb.reproduce import Target, require_script

        folders = self._holdings.folders(selection.source)
        for reference in selection.references:
            entry = self.show(reference)
            yield require_script(Target(entry, folders[entry.source]))
        if selection.references:
            return
        for segment in self._holdings.segments:
            if segment.name in folders:
                targets = (Target(entry, folders[segment.name]) for entry in segment.records)
                yield from (target for target in targets if target.script.is_file())

    def _require_repo(self, repo: str | None) -> None:
        if repo is None or any(index.by_repo(repo) for index in self._indexes):
            return
        from errkb.match.search import suggest

        near = suggest(sorted({name for index in self._indexes for name in index.repos}), repo)
        hint = f"did you mean: {', '.join(near)}" if near else "`errkb info` lists the repositories"
        raise UsageError(f"there are no records of {repo!r}", hint=hint)

    @property
    def _indexes(self) -> list[Index]:
        return [segment.index for segment in self._holdings.segments]


def _text(text: Text | str) -> Text:
    return Text.of(text) if isinstance(text, str) else text
