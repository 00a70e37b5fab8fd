"""The JSON API of a real server: shapes, conditional requests, problems; and that its pages are there."""

import gzip
import json
from urllib.parse import quote, urlencode

import pytest

from errkb.kb import KnowledgeBase
from errkb.model.contract import ExplainOutput
from errkb.model.published import ArticleIndex, Manifest, RepoEntry
from errkb.model.record import Envelope
from errkb.render.contract import explanation_json
from errkb.settings import Settings
from errkb.web.server.shapes import SearchAnswer


def test_envelope(server, record_id):
    """A record is the envelope of the contract, exactly."""
    found = server(f"/api/errors/{record_id}")
    assert found.headers["content-type"] == "application/json"
    assert list(found.json) == ["record", "datasetVersion"]
    Envelope.model_validate_json(found.body)
    assert found.json["record"]["id"] == record_id


def test_every_record_is_there(server, catalog):
    """Each id leads to its envelope."""
    for row in catalog.rows[::20]:
        Envelope.model_validate_json(server(f"/api/errors/{row.id}").body)


def test_explain_is_that_of_the_command_line(server, message, web_home):
    """A text in, the JSON of `errkb explain` out; odd encodings are read as the command line reads them."""
    found = server("/api/explain", "POST", message.encode())
    ExplainOutput.model_validate_json(found.body)
    with KnowledgeBase.open(Settings(web_home)) as kb:
        assert found.json == json.loads(json.dumps(explanation_json(kb.explain(message))))
    assert found.headers["cache-control"] == "no-store"
    for encoding in ("utf-16", "utf-16-le", "utf-8-sig"):
        again = server("/api/explain", "POST", message.encode(encoding)).json
        assert again["matches"][0]["record"] == found.json["matches"][0]["record"]
    assert server("/api/explain?repo=python/cpython", "POST", message.encode()).json["matches"] == []


def test_search(server, record_id):
    """Words find records; `repo` and `limit` narrow it down."""
    found = server("/api/search?" + urlencode({"q": "draft vocabulary", "limit": 5}))
    SearchAnswer.model_validate_json(found.body)
    assert record_id in [hit["id"] for hit in found.json["results"]]
    only = server("/api/search?q=error&repo=python/cpython&limit=3").json["results"]
    assert [hit["repo"] for hit in only] == ["python/cpython"] * 3
    page = server(f"/{found.json['results'][0]['url']}")
    assert page.status == 200


def test_lists(server, catalog):
    """Repositories, families and articles have the shapes of the published dataset."""
    repos = [RepoEntry.model_validate_json(json.dumps(one)) for one in server("/api/repos").json]
    assert {one.repo: one.errorCount for one in repos} == catalog.repos
    families = ArticleIndex.model_validate_json(server("/api/families").body)
    article = server(f"/api/families/{families.articles[0].slug}").json
    assert article["title"] == families.articles[0].title
    assert server("/healthz").json == {"status": "ok", "datasetVersion": catalog.version, "records": len(catalog)}


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/errors/0000000000000000", 404),
        ("/api/errors/nonsense", 404),
        ("/api/errors/74D3FDB0BC7F5759", 404),
        ("/api/search", 400),
        ("/api/search?q=", 400),
        ("/api/search?q=x&limit=0", 400),
        ("/api/search?q=x&limit=1e3", 400),
        ("/api/search?q=x&repo=nobody", 400),
        ("/api/search?q=x&repo=nobody/nothing", 404),
        ("/api/families/no-such", 404),
        ("/api/nothing", 404),
        ("/data/nothing", 404),
        ("/data/%2e%2e/%2e%2e/etc/passwd", 404),
        ("/static/..%2fapp.py", 404),
        ("/schema/", 404),
        ("/data/", 404),
        ("/api/search?q=" + "x" * 9000, 414),
    ],
)
def test_problems(server, path, status):
    """What goes wrong is a problem (RFC 9457) that says what and quotes no path of the machine."""
    found = server(path)
    assert (found.status, found.json["status"]) == (status, status)
    assert found.headers["content-type"] == "application/problem+json"
    assert {"type", "title", "detail"} <= set(found.json)


@pytest.mark.parametrize("body", [b"", b"\x1f\x8b\x08" + b"x" * 50])
def test_what_is_no_text(server, body):
    """Nothing and compressed data are told apart from texts."""
    found = server("/api/explain", "POST", body)
    assert found.status == 400
    assert found.json["detail"].startswith("The text is ")


@pytest.mark.parametrize(
    "body", [b"  \n", b"\1\2\3\4" * 100, b"\xff\xfe\xfd", b"\0" * 50, "\ud83d".encode("utf-16-le", "surrogatepass")]
)
def test_what_holds_no_error(server, body):
    """Blanks and bytes of any kind are a text without an error."""
    found = server("/api/explain", "POST", body)
    assert (found.status, found.json["status"]) == (200, "no_error")


def test_methods(server):
    """Only what is documented can be done; OPTIONS says what."""
    found = server("/api/repos", "DELETE")
    assert (found.status, found.headers["allow"]) == (405, "GET, HEAD, OPTIONS")
    found = server("/api/explain", "OPTIONS")
    assert (found.status, found.headers["allow"]) == (204, "OPTIONS, POST")
    assert server("/api/explain").status == 405
    head = server("/api/repos", "HEAD")
    assert (head.status, head.body) == (200, b"")
    assert int(head.headers["content-length"]) == len(server("/api/repos").body)


def test_conditional_and_packed(server, record_id):
    """Who has an answer is told so; gzip is sent to whoever takes it."""
    path = f"/api/errors/{record_id}"
    plain = server(path)
    again = server(path, if_none_match=plain.headers["etag"])
    assert (again.status, again.body, again.headers["etag"]) == (304, b"", plain.headers["etag"])
    assert server(path, if_none_match=f'"x", W/{plain.headers["etag"]}').status == 304
    assert server(path, if_none_match='"x"').status == 200
    assert server(path, if_modified_since=plain.headers["last-modified"]).status == 304
    assert server(path, if_modified_since="Mon, 01 Jan 2001 00:00:00 GMT").status == 200
    assert server(path, if_modified_since="nonsense").status == 200
    packed = server(path, accept_encoding="br, gzip")
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["etag"] != plain.headers["etag"]
    assert gzip.decompress(packed.body) == plain.body
    assert "content-encoding" not in server(path, accept_encoding="gzip;q=0").headers


def test_data(server, catalog):
    """The dataset is what its manifest says, and `errkb sync` could read it."""
    manifest = server("/data/manifest.json")
    shape = Manifest.model_validate_json(manifest.body)
    assert shape.counts["errors"] == len(catalog)
    from hashlib import sha256

    for name in ("index.json", "repos.json", "repos/vllm-project/vllm.json", "info/index.json"):
        entry = shape.files[name]
        found = server(entry.path)
        assert sha256(found.body).hexdigest() == entry.sha256
        assert server(entry.path, if_none_match=found.headers["etag"]).status == 304
    part = server(shape.files["repos.json"].path, range="bytes=0-9")
    assert (part.status, len(part.body)) == (206, 10)


def test_open_to_reading(server, record_id):
    """Pages of other sites may read data, not what people see or send."""
    for path in (f"/api/errors/{record_id}", "/data/manifest.json", "/schema/record.schema.json", "/openapi.json"):
        assert server(path).headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-origin" not in server("/").headers


def test_documents(server, catalog):
    """Crawlers and programs find what they ask for."""
    assert "Sitemap: " in server("/robots.txt").text
    assert "sitemap-1.xml" in server("/sitemap.xml").text
    assert server("/sitemap-1.xml").text.count("<loc>") > len(catalog)
    assert server("/llms.txt").text.startswith("# errkb\n")
    assert server("/schema/record.schema.json").json["title"]
    assert set(server("/openapi.json").json["paths"]) == {
        "/api/errors/{id}",
        "/api/search",
        "/api/explain",
        "/api/repos",
        "/api/families",
        "/api/families/{slug}",
        "/healthz",
    }


def test_examples_are_true(server):
    """Each documented request works with its own examples, and what it answers has the documented shape."""
    for path, operations in server("/openapi.json").json["paths"].items():
        for method, operation in operations.items():
            given = {one["name"]: one["example"] for one in operation.get("parameters", ())}
            query = [one["name"] for one in operation.get("parameters", ()) if one["in"] == "query"]
            address = path
            for name, value in given.items():
                address = address.replace(f"{{{name}}}", quote(str(value)))
            body = operation.get("requestBody", {}).get("content", {}).get("text/plain", {}).get("example", "")
            pairs = urlencode({name: given[name] for name in query})
            found = server(f"{address}?{pairs}", method.upper(), body.encode() or None)
            assert found.status == 200, (path, found.text)
            if path == "/api/explain":
                assert found.json["matches"]


def test_pages(server, catalog):
    """Every kind of page is there, and links of it lead somewhere."""
    import re

    row = catalog.rows[0]
    start = ["/", "/repos/", "/families/", "/tags/", "/about/", "/search/?q=draft+vocabulary", f"/repos/{row.repo}/"]
    seen, left = set(), start
    while left and len(seen) < 60:
        path = left.pop(0)
        if path in seen:
            continue
        seen.add(path)
        found = server(path)
        assert found.status == 200, path
        if found.headers["content-type"].startswith("text/html"):
            links = re.findall(r'(?:href|src|action)="(/[^"#]*)', found.text)
            left += [link.replace("&amp;", "&") for link in links if "/explain/" not in link]
    assert len(seen) == 60


def test_search_page_marks_words(server):
    """What was looked for is marked in what was found; a message is explained."""
    page = server("/search/?q=draft+vocabulary").text
    assert "<mark>draft</mark>" in page
    assert "No record has these words" in server("/search/?q=zzzzqqq").text
    whole = server(
        "/search/?" + urlencode({"q": "KeyError: 'user_id' cannot reindex on an axis with duplicate labels"})
    )
    assert "This error" in whole.text


def test_paste_without_a_script(server, message):
    """The form of the first page answers a paste, with the reader's own values marked."""
    form = urlencode({"q": f"some line before\n{message}"}).encode()
    found = server("/explain/", "POST", form, content_type="application/x-www-form-urlencoded")
    assert found.status == 200
    assert "<mark>151936</mark>" in found.text
    assert "some line before" in found.text
    assert "no-cache" in found.headers["cache-control"]
    assert server("/explain/", "POST", form, content_type="text/plain").status == 415
    assert server("/explain/", "POST", b"q=", content_type="application/x-www-form-urlencoded").status == 400


def test_sorted_and_filtered_without_a_script(server):
    """A repository's list is filtered and put in order by the server."""
    page = server("/repos/vllm-project/vllm/?q=vocab&sort=place").text
    assert "dspark_draft_topk" in page
    assert page.count("<tr data-severity") < 10
    assert "No record of vllm-project/vllm fits" in server("/repos/vllm-project/vllm/?q=zzzz").text


def test_missing_pages(server):
    """What is not there leads to what is nearest; a forgotten slash to the page."""
    found = server("/errors/vllm-project/vllm/target-draft-model-vocabulary/")
    assert found.status == 404
    assert "target-and-draft-model-should-have-the-same-vocabu" in found.text
    moved = server("/repos/vllm-project/vllm")
    assert (moved.status, moved.headers["location"]) == (308, "vllm/")
    assert server("//evil.example/repos").status == 404
    assert server("/repos/vllm-project/vllm/99/").status == 404
    assert server("/repos/vllm-project/vllm/?page=x").status == 400
