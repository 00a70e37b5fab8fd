"""The static site: whole, relative, replaced in one step, and never in the place of anything else."""

import json
import re
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin

import pytest

from errkb.errors import ErrkbError, InputError
from errkb.kb import KnowledgeBase
from errkb.model.record import Envelope
from errkb.settings import Settings
from errkb.web.site import SiteRequest, build_site

BASE = "http://host/deep/path/"


@pytest.fixture
def kb(tmp_path, good):
    """A knowledge base of the shipped records and one more, in a home of its own."""
    from errkb.dataset import Dataset

    Dataset([good({"formerIds": ["00000000000000ff"]})]).write(tmp_path / "records")
    with KnowledgeBase.open(Settings(tmp_path / "home", only=("shipped", "mine"))) as kb:
        kb.add_source("mine", tmp_path / "records")
        yield kb


def test_all_links_lead_somewhere(built_site):
    """Every link of every page is a file of the site, wherever the site is; what leads away is http or https."""
    pages = list(built_site.rglob("*.html"))
    assert len(pages) > 700
    for page in pages:
        if page.name == "404.html":
            continue
        here = BASE + page.relative_to(built_site).as_posix().removesuffix("index.html")
        for link in re.findall(r'(?:href|src|action)="([^"]*)"', page.read_text()):
            target = urldefrag(urljoin(here, link.replace("&amp;", "&")))[0].partition("?")[0]
            if not target.startswith(BASE):
                assert target.startswith(("https://", "http://")), link
                continue
            path = built_site / unquote(target.removeprefix(BASE))
            assert (path / "index.html" if target.endswith("/") else path).is_file(), f"{page}: {link}"


def test_pages_load_nothing_from_elsewhere(built_site):
    """Style sheets, scripts, images and forms are of the site; the policy that says so is on each page."""
    for page in built_site.rglob("*.html"):
        text = page.read_text()
        assert '<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;;' in text
        for attribute in re.findall(r'<(?:script|img|form|iframe)[^>]*(?:src|action)="([^"]*)"', text):
            assert not re.match("https?:|//", attribute)
        for link in re.findall(r'<link rel="(?:stylesheet|icon)" href="([^"]*)"', text):
            assert not re.match("https?:|//", link)


def test_what_is_in_it(built_site, catalog):
    """A page and an envelope for each record, the dataset, the schemas, and what programs ask for."""
    for row in catalog.rows:
        path = built_site / f"api/errors/{row.id}.json"
        if int(row.id, 16) % 20 == 0:
            Envelope.model_validate_json(path.read_bytes())
        assert path.is_file()
    assert json.loads((built_site / "data/manifest.json").read_bytes())["counts"]["errors"] == len(catalog)
    assert (built_site / "schema/record.schema.json").is_file()
    assert "https://errors.example.org/kb/sitemap.xml" in (built_site / "robots.txt").read_text()
    assert "api/errors/{id}.json" in (built_site / "llms.txt").read_text()
    record = next(built_site.glob("errors/vllm-project/vllm/target-and*/index.html")).read_text()
    assert '<link rel="canonical" href="https://errors.example.org/kb/errors/vllm-project/' in record
    assert json.loads(re.search(r'ld\+json">(.*?)</script>', record)[1])["@type"] == "TechArticle"
    assert 'href="/kb/static/errkb.css' in (built_site / "404.html").read_text()


def test_same_records_same_bytes(kb, tmp_path):
    """A second build gives the same site, in the place of the first; the old id of a record leads to it."""
    out = tmp_path / "public"
    report = build_site(kb, SiteRequest(named=("mine",)), out)
    assert report.warnings == ["without --base-url there are no canonical links, and no sitemap"]
    files = {path.relative_to(out): path.read_bytes() for path in out.rglob("*") if path.is_file()}
    assert (report.files, report.bytes) == (len(files), sum(map(len, files.values())))
    former = json.loads(files[Path("api/errors/00000000000000ff.json")])
    assert former["record"]["repo"] == "owner/project"
    build_site(kb, SiteRequest(named=("mine",)), out)
    assert {path.relative_to(out): path.read_bytes() for path in out.rglob("*") if path.is_file()} == files
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".errkb")] == []


@pytest.mark.parametrize("name", ["notes.txt", "errors/notes.txt", ".git/config", "CNAME"])
def test_nothing_else_is_replaced(kb, tmp_path, name):
    """A folder with anything in it that is not of a site stays as it is, with or without a site around it."""
    out = tmp_path / "public"
    for mark in (False, True):
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_text("mine")
        if mark:
            (out / "errkb-site.json").write_text("{}")
        with pytest.raises(InputError, match="not replaced"):
            build_site(kb, SiteRequest(), out)
        assert (out / name).read_text() == "mine"


def test_files_and_links_are_not_replaced(kb, tmp_path, monkeypatch):
    """Neither a file, nor the folder one is in, nor a link that leads nowhere."""
    (tmp_path / "file").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for name in ("file", "link"):
        with pytest.raises(InputError):
            build_site(kb, SiteRequest(), tmp_path / name)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    with pytest.raises(InputError, match="folder you are in"):
        build_site(kb, SiteRequest(), tmp_path / "here")


def test_a_build_that_fails_leaves_the_old_site(kb, tmp_path, monkeypatch):
    """What stands there stays until the new site is whole."""
    out = tmp_path / "public"
    build_site(kb, SiteRequest(), out)
    before = (out / "index.html").read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", str(out))

    with pytest.raises(ErrkbError, match="No space"):
        build_site(kb, SiteRequest(), out, full)
    assert (out / "index.html").read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["home", "public", "records"]


def test_command(web_home, tmp_path):
    """`errkb site build` writes it and says how much; addresses that are none are refused."""
    import os
    import subprocess
    import sys

    def run(*options: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "errkb", "site", "build", str(tmp_path / "public"), *options],
            env=os.environ | {"ERRKB_HOME": str(web_home)},
            capture_output=True,
            text=True,
        )

    for bad in ("ftp://x/", "javascript:alert(1)", "https://x/?q", 'https://x/"', "https://"):
        assert run("--base-url", bad).returncode == 2
    done = run("--base-url", "https://errors.example.org", "--report-url", "https://example.org/issues?new")
    assert (done.returncode, "warning" in done.stderr) == (0, False)
    assert "records in" in done.stderr
    assert 'href="https://example.org/issues?new"' in (tmp_path / "public/about/index.html").read_text()
