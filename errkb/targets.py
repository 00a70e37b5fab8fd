"""Targets of a harvest -> projects with their files: installed packages, folders, checkouts, packages of any ecosystem.

Who a project is comes from its manifest; the file's or the folder's name, the git remote and `--repo` fill the gaps.
What a package manager has installed or packed is read with its `dist` folder, since that is what runs.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from errkb.errors import InputError, UsageError
from errkb.harvest.run import wanted
from errkb.model.located import Project, Skipped, SourceFile
from errkb.parse.packages import repo_of
from errkb.source.checkout import Checkout, checkout_of, commit_file, commit_files, commit_top, ignored
from errkb.source.environment import site_packages
from errkb.source.installed import Distribution, distributions, find_distribution
from errkb.source.manifest import MANIFESTS, Manifest, ecosystem_of, manifest_of
from errkb.source.tree import MAX_MANIFEST, Wanted, archive_files, archive_top, folder_files, is_archive

__all__ = ["Files", "Request", "places", "projects", "source_name"]

Files = Iterable[SourceFile | Skipped]
_NAMED = re.compile(r"^(.+?)-(\d[^-]*?)(?:-.*)?\.(?:whl|zip|egg|tar\.\w+|tgz|tar|gem|crate|jar|nupkg)$")
_REPO = re.compile(r"(?!\.{1,2}/)[\w.@-]{1,100}/(?!\.{1,2}$)[\w.-]{1,120}")
_INSTALLED = re.compile(r"(?:^|/)(?:node_modules/(?:@[^/]+/)?[^/]+|gems/[^/]+|vendor/[^/]+/[^/]+)$")


@dataclass(slots=True, frozen=True)
class Request:
    """What to harvest: targets by name or path, or a whole environment."""

    targets: tuple[str, ...] = ()
    environment: bool = False
    python: Path | None = None
    commit: str | None = None
    repo: str | None = None
    workers: int | None = None


def projects(request: Request) -> Iterator[tuple[Project, Files]]:
    """Return what a request names, each with its files. Raises `UsageError` or `InputError`."""
    if request.repo is not None and _REPO.fullmatch(request.repo) is None:
        raise UsageError(f"{request.repo!r} is no repository", hint="give --repo OWNER/NAME")
    for project, files in _named(request):
        yield _sound(project), files


def _named(request: Request) -> Iterator[tuple[Project, Files]]:
    if request.environment:
        for found in distributions(site_packages(request.python)):
            yield _installed(found, request)
    for target in request.targets:
        yield _target(target, request)


def _sound(project: Project) -> Project:
    """Return the project with a repository that may be a path: what a manifest says goes into names of files."""
    if _REPO.fullmatch(project.repo):
        return project
    where = project.ecosystem if project.ecosystem != "none" else "local"
    return replace(project, repo=f"{where}/{_plain(project.name)}")


def _plain(name: str) -> str:
    return re.sub(r"[^a-zA-Z0-9_.-]+", "-", name).strip("-.") or "project"


def _target(target: str, request: Request) -> tuple[Project, Files]:
    if not target.strip():  # an unset variable of a shell, which `Path` would take for the working directory
        raise UsageError("the name of what to harvest is empty", hint="for the working directory: errkb harvest .")
    path = Path(target)
    if path.is_file():
        if not is_archive(path):
            hint = "Give an installed package, a folder, a wheel, sdist, npm tarball, gem, jar, crate or zip file."
            raise InputError("this is no archive", where=target, hint=hint)
        return _archive(path, request)
    if path.is_dir() and _is_meant(path, request):
        return _folder(path, request)
    return _installed(find_distribution(target, site_packages(request.python)), request)


def _is_meant(path: Path, request: Request) -> bool:
    """Say whether a folder is meant, not the installed package of its name."""
    return path != Path(path.name) or not _is_installed(path.name, request)


def _is_installed(name: str, request: Request) -> bool:
    try:
        find_distribution(name, site_packages(request.python))
    except (UsageError, InputError):
        return False
    return True


def _installed(found: Distribution, request: Request) -> tuple[Project, Files]:
    repo = request.repo or next((known for name in found.imports if (known := repo_of(name))), None) or found.repo
    main = next((name for name in found.imports if name.lower() == found.name.lower().replace("-", "_")), None)
    project = Project(
        name=found.name,
        repo=repo or f"pypi/{found.name}",
        version=found.version or None,
        package=found.name,
        import_name=main or next(iter(found.imports), None),
        ecosystem="pypi",
        root=found.root,
        on_disk=True,
    )
    return project, found.files(wanted)


def _archive(path: Path, request: Request) -> tuple[Project, Files]:
    tops = archive_top(path, lambda name: MANIFESTS.fullmatch(name) is not None)
    said = manifest_of(tops.get, list(tops)) or Manifest(ecosystem_of(path.name))
    named = _NAMED.match(path.name)
    name = (said.name if said.ecosystem != "pypi" else None) or (named[1] if named else path.stem)
    version = said.version or (named[2] if named else None)
    project = _project(name, request, replace(said, version=version), path.resolve())
    return project, archive_files(path, _wanted_as_packed if said.ecosystem != "pypi" else wanted)


def _folder(path: Path, request: Request) -> tuple[Project, Files]:
    found = checkout_of(path, request.commit)
    inner = _below(found.top, path) if found is not None else ""
    if inner and request.commit is None and (_INSTALLED.search(path.resolve().as_posix()) or ignored(path)):
        found = None  # what a package manager or a build has put into a checkout is no part of it
    if found is None:
        if request.commit is not None:
            raise UsageError(f"{path} is no git checkout", hint="leave out --commit")
        whole = path.resolve()
        said = _of_folder(whole)
        project = _project((said.name if said is not None else None) or whole.name, request, said, whole)
        kept = _wanted_as_packed if _INSTALLED.search(whole.as_posix()) else wanted
        return replace(project, on_disk=True), folder_files(path, kept)
    committed = request.commit is not None or not (found.top / ".git").exists()
    said = (_of_commit(found) if committed else _of_folder(found.top)) or Manifest("pypi")
    repo = request.repo or found.repo or said.repo or f"local/{path.resolve().name}"
    name = repo.rpartition("/")[2]
    package = said.name or name
    name += f"/{inner}".rstrip("/")
    project = Project(name, repo, commit=found.commit, package=package, ecosystem=said.ecosystem, root=found.top)
    if committed:
        return project, commit_files(found, _within(inner))
    return replace(project, on_disk=True), folder_files(found.top, _without_others(found.top, _within(inner)))


def _without_others(top: Path, rules: Wanted) -> Wanted:
    """Return the rules for a checkout that holds others (submodules), whose links would lead nowhere."""

    def of_this(path: str) -> str | None:
        reason = rules(path)
        other = reason is None and path.endswith("/") and os.path.lexists(top / path / ".git")
        return "a checkout of its own" if other else reason

    return of_this


def _below(top: Path, folder: Path) -> str:
    """Return the path of a folder below the top of its checkout, with `/` behind it; `""` for the top itself."""
    inner = folder.resolve()
    whole = top.resolve()
    return f"{inner.relative_to(whole).as_posix()}/" if inner != whole and inner.is_relative_to(whole) else ""


def _within(inner: str) -> Wanted:
    """Return the rules for one folder of a checkout: they see its paths as if it were the whole."""

    def rules(path: str) -> str | None:
        if path.startswith(inner) and path != inner:
            return wanted(path.removeprefix(inner))
        return None if inner.startswith(path) and path.endswith("/") else ""

    return rules if inner else wanted


def _project(name: str, request: Request, said: Manifest | None, root: Path) -> Project:
    """Return a project that is under no version control."""
    where = "local" if said is None else said.ecosystem
    known = repo_of(name.replace("-", "_")) if where in ("local", "pypi") else None
    plain = f"{where}/{_plain(name)}"
    if where == "packagist" and re.fullmatch(r"[\w.-]+/[\w.-]+", name):
        plain = name  # Composer's packages are named like repositories
    repo = request.repo or known or (said.repo if said is not None else None) or plain
    return Project(
        name,
        repo,
        version=said.version if said is not None else None,
        package=None if said is None else name,
        ecosystem=said.ecosystem if said is not None else "none",
        root=root,
    )


def _of_folder(folder: Path) -> Manifest | None:
    try:
        names = sorted(entry.name for entry in folder.iterdir() if MANIFESTS.fullmatch(entry.name) and entry.is_file())
    except OSError:
        return None
    return manifest_of(lambda name: _head(folder / name), names)


def _head(path: Path) -> bytes | None:
    try:
        with path.open("rb") as file:
            return file.read(MAX_MANIFEST)
    except OSError:
        return None


def _of_commit(found: Checkout) -> Manifest | None:
    names = [name for name in commit_top(found) if MANIFESTS.fullmatch(name)]
    return manifest_of(lambda name: commit_file(found, name), names)


def _wanted_as_packed(path: str) -> str | None:
    """Return why a file of a package is not read: what has been built is what runs there."""
    reason = wanted(path)
    if reason != "build output":
        return reason
    inner = path.partition("/")[2]
    return wanted(inner) if inner else None


def source_name(request: Request) -> str:
    """Return the name of the source that a request makes."""
    if request.environment:
        return f"env-{'own' if request.python is None else _slug(_environment(request.python).name)}"
    names = [Path(target).name or Path(target).resolve().name for target in request.targets]
    return f"harvest-{_slug('-'.join(names))}"


def places(request: Request) -> list[str]:
    """Return what tells the targets of a request from others of the same names: where they are on this machine."""
    if request.environment:
        return [str(_environment(request.python)) if request.python is not None else "own"]
    paths = [(target, Path(target)) for target in request.targets]
    return [
        str(path.resolve()) if path.is_file() or (path.is_dir() and _is_meant(path, request)) else target
        for target, path in paths
    ]


def _environment(python: Path) -> Path:
    """Return the folder of an environment, given it or its interpreter, which may be a link to one elsewhere."""
    python = python.absolute()
    return python if python.is_dir() else python.parent.parent


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:48].strip("-") or "source"
