"""Targets of a harvest: packages of other ecosystems, who they are and which of their files are read."""

from __future__ import annotations

import gzip
import io
import subprocess
import tarfile
from pathlib import Path

import pytest

from errkb.errors import InputError, UsageError
from errkb.harvests import HarvestReport, harvest_entries, harvest_out
from errkb.kb import KnowledgeBase
from errkb.settings import Settings
from errkb.targets import Request, projects

PHP = '<?php\nclass Core { function f($x) { throw new DomainException("no such thing: $x"); } }\n'
SOURCE = "function f(x) {\n  throw new RangeError(`no such thing: ${x}`);\n}\n"
RUBY = 'def fetch(x)\n  raise ArgumentError, "no such thing: #{x}"\nend\n'


def tar(files: dict[str, str | bytes]) -> bytes:
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w") as archive:
        for name, content in files.items():
            data = content if isinstance(content, bytes) else content.encode()
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return held.getvalue()


def harvested(target: Path) -> list[tuple[str, str, str | None, str]]:
    request = Request((str(target),), workers=1)
    found = harvest_entries(request, lambda *_: None, HarvestReport())
    return [
        (one.record["repo"], one.record["filePath"], (one.evidence or {})["package"], (one.evidence or {})["ecosystem"])
        for one in found
    ]


def test_npm_tarball(tmp_path: Path) -> None:
    """What was built is what runs, so it is read; tests and minified files are not. The manifest names the package."""
    manifest = '{"name": "@scope/thing", "version": "1.2.3", "repository": "github:owner/thing"}'
    files = {
        "package/package.json": manifest,
        "package/dist/index.js": SOURCE,
        "package/dist/index.min.js": SOURCE,
        "package/dist/node_modules/other/index.js": SOURCE,
        "package/test/index.js": SOURCE,
        "package/index.d.ts": "export declare function f(): void;\n",
    }
    place = tmp_path / "scope-thing-1.2.3.tgz"
    place.write_bytes(gzip.compress(tar(files)))
    assert harvested(place) == [("owner/thing", "dist/index.js", "@scope/thing", "npm")]
    project, _ = next(projects(Request((str(place),))))
    assert (project.name, project.version) == ("@scope/thing", "1.2.3")


def test_gem(tmp_path: Path) -> None:
    """The files of a gem are in an archive within it, and keep their paths."""
    metadata = (
        "--- !ruby/object:Gem::Specification\nname: thing\nversion: !ruby/object:Gem::Version\n  version: 7.1.0\n"
    )
    inner = gzip.compress(tar({"lib/thing.rb": RUBY, "spec/thing_spec.rb": RUBY}))
    place = tmp_path / "thing-7.1.0.gem"
    place.write_bytes(tar({"metadata.gz": gzip.compress(metadata.encode()), "data.tar.gz": inner}))
    assert harvested(place) == [("rubygems/thing", "lib/thing.rb", "thing", "rubygems")]


def test_installed_folder(tmp_path: Path) -> None:
    """A folder that a package manager has made is read like its package; another one is source."""
    for top in ("node_modules/thing", "work/thing"):
        folder = tmp_path / top
        (folder / "dist").mkdir(parents=True)
        (folder / "package.json").write_text('{"name": "thing"}')
        (folder / "dist" / "index.js").write_text(SOURCE)
    assert harvested(tmp_path / "node_modules" / "thing") == [("npm/thing", "dist/index.js", "thing", "npm")]
    assert harvested(tmp_path / "work" / "thing") == []


TRACES = {
    "javascript": (
        {"package.json": '{"name": "thing"}', "lib/core.js": SOURCE},
        (
            "RangeError: no such thing: steam\n"
            "    at f (/srv/node_modules/thing/lib/core.js:2:9)\n"
            "    at Object.<anonymous> (/srv/app.js:1:1)\n"
        ),
    ),
    "go": (
        {
            "go.mod": "module github.com/owner/thing\n",
            "pkg/core.go": 'package pkg\n\nfunc f(x string) {\n\tpanic("no such thing: " + x)\n}\n',
        },
        (
            "panic: no such thing: steam\n\ngoroutine 1 [running]:\n"
            "github.com/owner/thing/pkg.f({0x8, 0x5})\n"
            "\t/root/go/pkg/mod/github.com/owner/thing@v1.0.0/pkg/core.go:4 +0x5a5\n"
            "main.main()\n\t/srv/main.go:12 +0xa5\n"
        ),
    ),
    "php": (
        {
            "composer.json": '{"name": "owner/thing"}',
            "src/Core.php": PHP,
        },
        (
            "PHP Fatal error:  Uncaught Owner\\DomainException: no such thing: steam in "
            "/srv/vendor/owner/thing/src/Core.php:2\nStack trace:\n"
            "#0 /srv/app.php(3): Owner\\Core->f('steam')\n#1 {main}\n"
            "  thrown in /srv/vendor/owner/thing/src/Core.php on line 2\n"
        ),
    ),
    "ruby": (
        {"thing.gemspec": 'Gem::Specification.new do |s|\n  s.name = "thing"\nend\n', "lib/core.rb": RUBY},
        (
            "/usr/lib/ruby/gems/3.3.0/gems/thing-1.0.0/lib/core.rb:2:in `fetch': no such thing: steam (ArgumentError)\n"
            "\tfrom /srv/app.rb:3:in `<main>'\n"
        ),
    ),
}


@pytest.mark.parametrize("language", TRACES)
def test_frames_lead_to_what_was_harvested(tmp_path: Path, language: str) -> None:
    """An error with its stack is answered by the place in the source that it was raised at."""
    files, trace = TRACES[language]
    for name, text in files.items():
        place = tmp_path / "source" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    kb = KnowledgeBase.open(Settings(tmp_path / "home"))
    kb.harvest(Request((str(tmp_path / "source"),), workers=1))
    match = kb.explain(trace).matches[0]
    assert (match.kind, match.level) == ("located", "confident")
    assert [(one.name, one.value) for one in match.captures] == [("x", "steam")]
    assert {one.kind for one in match.evidence} >= {"raised-in", "file", "start", "end"}
    assert not any(one.kind.startswith("other-") for one in match.evidence)


@pytest.mark.parametrize("name", ["thing-1.gem", "thing-1.tgz", "thing-1.jar", "thing-1.crate"])
def test_broken_packages_say_so(tmp_path: Path, name: str) -> None:
    """An archive that cannot be read is an error with the place, never a traceback."""
    place = tmp_path / name
    place.write_bytes(b"\x1f\x8b\x08 not an archive")
    with pytest.raises(InputError, match="cannot be read"):
        harvested(place)


def installed(root: Path, metadata: str, record: str) -> Path:
    """Make an environment with one package and return the folder that packages are installed in."""
    place = root / "venv" / "lib" / "python3.11" / "site-packages"
    (place / "pkg").mkdir(parents=True)
    (place / "pkg" / "a.py").write_text("raise ValueError('no such thing here')\n")
    (place / "pkg-1.dist-info").mkdir()
    (place / "pkg-1.dist-info" / "METADATA").write_text(f"Name: pkg\nVersion: 1\n{metadata}")
    (place / "pkg-1.dist-info" / "RECORD").write_text(record)
    return place


@pytest.mark.parametrize("address", ["https://github.com/../..", "https://github.com/./x", "https://github.com/x/.."])
def test_a_repository_is_no_path_that_leads_out(tmp_path: Path, address: str) -> None:
    """What a manifest says of itself never leads out of the folder that records are written to."""
    installed(tmp_path, f"Project-URL: source, {address}\n", "pkg/a.py,,\n")
    request = Request(environment=True, python=tmp_path / "venv", workers=1)
    harvest_out(request, tmp_path / "a" / "b" / "out", lambda *_: None)
    written = [path.relative_to(tmp_path / "a").as_posix() for path in (tmp_path / "a").rglob("*.json")]
    assert sorted(written) == [
        "b/out/pypi/pkg/no-such-thing-here.evidence.json",
        "b/out/pypi/pkg/no-such-thing-here.json",
    ]
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "composer.json").write_text('{"name": "../.."}')
    assert next(projects(Request((str(tmp_path / "app"),))))[0].repo == "packagist/project"


@pytest.mark.parametrize("repo", ["../..", "x", "a/b/c", "", "/etc/x"])
def test_a_repository_that_is_given_has_an_owner_and_a_name(tmp_path: Path, repo: str) -> None:
    """Anything else is refused."""
    with pytest.raises(UsageError, match="is no repository"):
        next(projects(Request((str(tmp_path),), repo=repo)))


def test_links_within_an_environment_are_not_followed(tmp_path: Path) -> None:
    """Neither a file nor a folder that is a link leads out of the environment."""
    place = installed(tmp_path, "", "pkg/a.py,,\npkg/link/b.py,,\npkg/c.py,,\n../../../../secret/b.py,,\n")
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "b.py").write_text("raise ValueError('a secret of others')\n")
    (place / "pkg" / "link").symlink_to(tmp_path / "secret")
    (place / "pkg" / "c.py").symlink_to(tmp_path / "secret" / "b.py")
    report = HarvestReport()
    request = Request(("pkg",), python=tmp_path / "venv", workers=1)
    found = [entry.record["errorMessage"] for entry in harvest_entries(request, lambda *_: None, report)]
    assert found == ["no such thing here"]
    assert sorted(one.path for _, one in report.skipped) == ["pkg/c.py", "pkg/link/b.py"]


def test_folders_of_a_checkout(tmp_path: Path) -> None:
    """A folder below the top is read alone, with paths from the top; what was installed there is another project."""
    app = tmp_path / "app"
    for name, text in {
        "main.js": SOURCE,
        "lib/part.js": SOURCE,
        ".gitignore": "node_modules\n/made\n",
        "node_modules/next/package.json": '{"name": "next", "version": "1.0.0"}',
        "node_modules/next/dist/a.js": SOURCE,
        "made/b.js": SOURCE,
    }.items():
        (app / name).parent.mkdir(parents=True, exist_ok=True)
        (app / name).write_text(text)
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org", "-C", str(app)]
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-qm", "x"]):
        subprocess.run([*git, *arguments], check=True)
    subprocess.run([*git, "remote", "add", "origin", "https://github.com/owner/app.git"], check=True)
    found = {name: [row[:2] for row in harvested(app / name)] for name in ("lib", "node_modules/next", "made")}
    assert found == {
        "lib": [("owner/app", "lib/part.js")],
        "node_modules/next": [("npm/next", "dist/a.js")],
        "made": [("local/made", "b.js")],
    }
    committed = harvest_entries(Request((str(app / "lib"),), commit="HEAD", workers=1), lambda *_: None)
    assert [entry.record["filePath"] for entry in committed] == ["lib/part.js"]


def test_other_checkouts_within_a_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A submodule has commits of its own and is left out with a reason; variables for git itself do not count."""
    for name in ("app", "app/sub", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.js").write_text(SOURCE)
        git = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org", "-C", str(tmp_path / name)]
        for arguments in (["init", "-q"], ["add", "a.js"], ["commit", "-qm", name]):
            subprocess.run([*git, *arguments], check=True)
        subprocess.run([*git, "remote", "add", "origin", f"https://github.com/owner/{name[-3:]}.git"], check=True)
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "other" / ".git"))
    report = HarvestReport()
    request = Request((str(tmp_path / "app"),), workers=1)
    found = [one.record for one in harvest_entries(request, lambda *_: None, report)]
    assert [(one["repo"], one["filePath"]) for one in found] == [("owner/app", "a.js")]
    assert ("sub/", "a checkout of its own") in {(one.path, one.reason) for _, one in report.skipped}


def test_projects_of_one_repository_do_not_overwrite_each_other(tmp_path: Path) -> None:
    """Two records of one repository have two slugs, whichever projects they come from."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{name}.js").write_text(SOURCE)
    request = Request((str(tmp_path / "one"), str(tmp_path / "two")), repo="owner/both", workers=1)
    harvest_out(request, tmp_path / "out", lambda *_: None)
    assert len(list((tmp_path / "out").rglob("no-such-thing-x*.evidence.json"))) == 2
