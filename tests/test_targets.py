"""Targets of a harvest: packages of other ecosystems, who they are and which of their files are read."""

from __future__ import annotations

import gzip
import io
import tarfile
from pathlib import Path

import pytest

from errkb.errors import InputError
from errkb.harvests import HarvestReport, harvest_entries
from errkb.targets import Request, projects

SOURCE = "function f(x) {\n  throw new RangeError(`no such thing: ${x}`);\n}\n"
RUBY = 'def f(x)\n  raise ArgumentError, "no such thing: #{x}"\nend\n'


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


@pytest.mark.parametrize("name", ["thing-1.gem", "thing-1.tgz", "thing-1.jar", "thing-1.crate"])
def test_broken_packages_say_so(tmp_path: Path, name: str) -> None:
    """An archive that cannot be read is an error with the place, never a traceback."""
    place = tmp_path / name
    place.write_bytes(b"\x1f\x8b\x08 not an archive")
    with pytest.raises(InputError, match="cannot be read"):
        harvested(place)
