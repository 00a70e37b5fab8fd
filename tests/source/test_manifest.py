"""Manifests of the ecosystems -> who a project is."""

from __future__ import annotations

import pytest

from errkb.source.manifest import Manifest, ecosystem_of, manifest_of

MANIFESTS = {
    "package.json": (
        '{"name": "@scope/thing", "version": "1.2.3", "repository": {"url": "git+https://github.com/o/n.git"}}',
        Manifest("npm", "@scope/thing", "1.2.3", "o/n"),
    ),
    "go.mod": ("module github.com/o/n/v2\n\ngo 1.22\n", Manifest("go", "github.com/o/n/v2", None, "o/n")),
    "Cargo.toml": (
        '[package]\nname = "thing"\nversion = "0.1.0"\nrepository = "https://github.com/o/n"\n',
        Manifest("crates", "thing", "0.1.0", "o/n"),
    ),
    "composer.json": (
        '{"name": "vendor/thing", "support": {"source": "https://github.com/o/n"}}',
        Manifest("packagist", "vendor/thing", None, "o/n"),
    ),
    "thing.gemspec": (
        'Gem::Specification.new do |s|\n  s.name = "thing"\n  s.version = VERSION\n  s.homepage = "https://github.com/o/n"\n',
        Manifest("rubygems", "thing", None, "o/n"),
    ),
    "metadata": (
        (
            "--- !ruby/object:Gem::Specification\nname: thing\nversion: !ruby/object:Gem::Version\n  version: 7.1.0\n"
            "homepage: https://example.org\n  source_code_uri: https://github.com/o/n/tree/v7.1.0\n"
        ),
        Manifest("rubygems", "thing", "7.1.0", "o/n"),
    ),
    "pom.xml": (
        (
            "<project><parent><groupId>no</groupId><artifactId>no</artifactId></parent>"
            "<groupId>org.o</groupId><artifactId>thing</artifactId><version>3</version></project>"
        ),
        Manifest("maven", "org.o:thing", "3", None),
    ),
    "pyproject.toml": (
        '[project]\nname = "thing"\nversion = "2"\n[project.urls]\nSource = "https://github.com/o/n"\n',
        Manifest("pypi", "thing", "2", "o/n"),
    ),
    "build.gradle.kts": ("plugins { java }", Manifest("maven")),
}


@pytest.mark.parametrize("name", MANIFESTS)
def test_manifests(name: str) -> None:
    """Name, version and repository are read from the manifest of each ecosystem."""
    text, expected = MANIFESTS[name]
    assert manifest_of({name: text.encode()}.get, [name]) == expected


@pytest.mark.parametrize(
    "text", ["", "[", "[1]", '{"name": 3, "repository": 7}', "\xff", "[" * 100_000, "[package]\nname"]
)
@pytest.mark.parametrize("name", MANIFESTS)
def test_damaged_manifests_say_no_more_than_their_kind(name: str, text: str) -> None:
    """Whatever stands in a manifest, nothing is raised."""
    found = manifest_of({name: text.encode()}.get, [name])
    assert found is not None
    assert (found.name, found.version, found.repo) == (None, None, None)


def test_several_manifests() -> None:
    """Python's goes first, JavaScript's last: many projects have a `package.json` for their documentation."""
    assert manifest_of(lambda _: b"", ["package.json", "go.mod", "pyproject.toml"]) == Manifest("pypi")
    assert manifest_of(lambda _: b"", ["package.json", "go.mod"]) == Manifest("go")
    assert manifest_of(lambda _: b"", ["README.md"]) is None


def test_archives_tell_their_ecosystem() -> None:
    """The ending is enough."""
    assert [ecosystem_of(f"x-1{end}") for end in (".gem", ".crate", ".jar", ".whl")] == [
        "rubygems",
        "crates",
        "maven",
        "pypi",
    ]
