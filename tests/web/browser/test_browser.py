"""What people do, in a real browser: on the server and on the static site alike."""

from urllib.parse import urlencode

import pytest

VOCABULARY = "errors/vllm-project/vllm/target-and-draft-model-should-have-the-same-vocabu/"
KINDS = (
    "",
    "repos/",
    "repos/python/cpython/",
    VOCABULARY,
    "errors/python/cpython/type-object-is-not-subscriptable/",
    "families/",
    "families/vocab-size-mismatch/",
    "tags/",
    "tags/network/",
    "about/",
    "search/?q=draft+vocabulary",
)
WIDE = {"viewport": {"width": 1280, "height": 900}}
PHONE = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}


def test_paste_to_answer(visit, address, message):
    """A traceback in the box leads to the record, with the reader's own values."""
    page = visit(address)
    page.get_by_label("Paste an error").fill(f'Traceback (most recent call last):\n  File "a.py", line 1\n{message}')
    page.get_by_role("button", name="Find it").click()
    found = page.get_by_role("heading", name="This is the error")
    found.wait_for()
    assert "151936" in page.inner_text("main")
    page.locator("main a[href*='target-and-draft-model']").first.click()
    page.wait_for_url(f"**/{VOCABULARY}")
    assert (
        page.get_by_role("heading", level=1).inner_text()
        == "Target and draft model should have the same vocabulary size."
    )


def test_search_record_related_family_and_back(visit, address):
    """From words to a record, to one that is related, to the family, and all the way back."""
    page = visit(f"{address}repos/")
    page.get_by_role("searchbox", name="Search errors").fill("draft vocabulary")
    page.get_by_role("button", name="Search").click()
    page.wait_for_url("**/search/?q=draft+vocabulary")
    page.locator("main a[href*='target-and-draft-model']").first.click()
    page.wait_for_url(f"**/{VOCABULARY}")
    related = page.locator("section[aria-labelledby=related]")
    related.locator("a[href*='sgl-project']").click()
    page.wait_for_url("**/errors/sgl-project/**")
    page.locator("section[aria-labelledby=related] a[href*='families/']").click()
    page.wait_for_url("**/families/vocab-size-mismatch/")
    assert page.get_by_role("heading", name="Common causes").is_visible()
    for ending in ("**/errors/sgl-project/**", f"**/{VOCABULARY}", "**/search/?q=draft+vocabulary"):
        page.go_back()
        page.wait_for_url(ending)
    page.locator("main a[href*='target-and-draft-model']").first.wait_for()


def test_back_to_an_answer(visit, address, message):
    """The way back from a record leads to the answer, not to an empty box."""
    page = visit(address)
    page.get_by_label("Paste an error").fill(message)
    page.get_by_role("button", name="Find it").click()
    page.locator("main a[href*='target-and-draft-model']").first.click()
    page.wait_for_url(f"**/{VOCABULARY}")
    page.go_back()
    page.locator("main a[href*='target-and-draft-model']").first.wait_for()
    assert "151936" in page.inner_text("main")


def test_copy_button(visit, address):
    """The button of a piece of code copies exactly that, and says so."""
    page = visit(address + VOCABULARY, permissions=["clipboard-read", "clipboard-write"])
    figure = page.locator("figure.code", has=page.get_by_label("Example fix", exact=True))
    figure.get_by_role("button").click()
    figure.get_by_text("Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == figure.locator("code").inner_text().rstrip("\n")


def test_filter_and_sort(visit, address):
    """A project's list is narrowed down while typing, and put in order by its headings."""
    page = visit(f"{address}repos/python/cpython/")
    rows = page.locator("#list tbody tr:visible")
    every = rows.count()
    page.get_by_role("searchbox", name="Filter").fill("subscriptable")
    assert 0 < rows.count() < every
    assert page.locator("#list-count").inner_text() == f"{rows.count()} shown"
    page.get_by_role("searchbox", name="Filter").fill("")
    page.locator("select[name=severity]").select_option("warning")
    assert {row.get_attribute("data-severity") for row in rows.all()} == {"warning"}
    page.locator("select[name=severity]").select_option("")
    page.get_by_role("button", name="Class or code").click()
    names = [text.lower() for text in page.locator("#list tbody td:nth-child(2)").all_inner_texts()]
    assert names == sorted(names)
    assert page.locator("th[aria-sort=ascending]").count() == 1
    page.get_by_role("button", name="Class or code").click()
    assert [text.lower() for text in page.locator("#list tbody td:nth-child(2)").all_inner_texts()] == names[::-1]


def test_projects_are_filtered(visit, address):
    """The list of all projects too."""
    page = visit(f"{address}repos/")
    page.get_by_role("searchbox", name="Filter").fill("vllm")
    assert page.locator("#list tbody tr:visible").count() == 1


def test_keyboard_only(visit, address, message):
    """Without a mouse: skip to the content, paste, ask, open the record; the focus can be seen all the time."""
    page = visit(address)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to content"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "paste"
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
    page.keyboard.insert_text(message)
    page.keyboard.press("Control+Enter")
    link = page.locator("main a[href*='target-and-draft-model']").first
    link.wait_for()
    for _ in range(40):
        page.keyboard.press("Tab")
        if "target-and-draft" in page.evaluate("document.activeElement.getAttribute('href') || ''"):
            break
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{VOCABULARY}")


@pytest.mark.parametrize("kind", KINDS)
def test_phone(visit, address, kind):
    """At 360 pixels nothing but code scrolls sideways."""
    page = visit(address + kind, **PHONE)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_dark(visit, address):
    """Whoever prefers dark has light text on dark paper."""
    lightness = {}
    for scheme in ("light", "dark"):
        page = visit(address, color_scheme=scheme)
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        lightness[scheme] = sum(int(part) for part in colour[4:-1].split(",")[:3])
    assert lightness["light"] > 700
    assert lightness["dark"] < 150


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe(visit, address, axe, scheme, message):
    """axe-core finds nothing serious on any kind of page, nor on an answer."""
    page = visit(address, color_scheme=scheme, **WIDE)
    for kind in (*KINDS, "answer"):
        if kind == "answer":
            page.goto(address)
            page.get_by_label("Paste an error").fill(message)
            page.get_by_role("button", name="Find it").click()
            page.get_by_role("heading", name="This is the error").wait_for()
        else:
            page.goto(address + kind)
            page.wait_for_load_state("networkidle")
        page.evaluate(axe)
        found = page.evaluate("axe.run({resultTypes: ['violations']})")
        bad = [
            (one["id"], [node["target"] for node in one["nodes"]][:3])
            for one in found["violations"]
            if one["impact"] in ("serious", "critical")
        ]
        assert bad == [], kind


def test_without_a_script(visit, server, message):
    """The server answers a paste, filters and sorts for whoever runs no script."""
    page = visit(server.address, java_script_enabled=False)
    page.fill("#paste", message)
    page.click(".ask button")
    assert page.locator("mark").all_inner_texts() == ["151936", "128256"]
    page.goto(f"{server.address}repos/python/cpython/")
    page.fill("input[name=q] >> nth=-1", "subscriptable")
    page.click("form.sift button")
    assert "subscriptable" in page.inner_text("#list")
    assert page.locator("#list tbody tr").count() < 10


EVIL = (
    "<img src=x onerror=alert(1)><script>alert(2)</script> {thing} '\"><svg onload=alert(3)> went wrong in the engine"
)


def test_nothing_of_a_record_or_paste_runs(visit, start, tmp_path, good):
    """A record whose every text is markup and a paste that is markup are shown as text, on every page they are on."""
    from errkb.dataset import Dataset
    from errkb.kb import KnowledgeBase
    from errkb.settings import Settings
    from errkb.web.site import SiteRequest, build_site

    texts = ("documentation", "triggerScenarios", "commonSituations", "exampleFix", "validationCode", "errorClass")
    entry = good(errorMessage=EVIL, solutions=[EVIL], preventionTips=[EVIL], **dict.fromkeys(texts, EVIL))
    entry.evidence |= {"positive": [], "negative": []}
    Dataset([entry]).write(tmp_path / "records")
    home = tmp_path / "home"
    with KnowledgeBase.open(Settings(home)) as kb:
        kb.add_source("mine", tmp_path / "records")
    own = start("--source", "mine", ERRKB_HOME=str(home))
    slug = entry.record["slug"]
    page = visit(own.address)
    for path in (f"errors/owner/project/{slug}/", "repos/owner/project/", "search/?" + urlencode({"q": EVIL})):
        page.goto(own.address + path)
        assert "onerror=alert(1)" in page.inner_text("main") or "onerror=alert(1)" in page.input_value("#q")
    page.goto(own.address)
    page.fill("#paste", EVIL.replace("{thing}", "<b onclick=alert(4)>pump</b>"))
    page.click(".ask button")
    assert "onclick=alert(4)" in page.inner_text("main")
    with KnowledgeBase.open(Settings(home, only=("shipped", "mine"))) as kb:
        build_site(kb, SiteRequest(named=("mine",)), tmp_path / "public")
    assert page.locator("main img, main svg, main script").count() == 0


def test_nothing_of_a_record_runs_in_the_search(visit, static_address):
    """What the search of the static site draws is text, whatever the index holds."""
    page = visit(f"{static_address}search/")
    row = ["f" * 16, "x/y/z", EVIL, EVIL, EVIL, [EVIL], EVIL]
    page.route("**/search/r/**", lambda route: route.fulfill(json=[row] * 16))
    page.get_by_label("Words, or an error as it was printed").fill(f"draft vocabulary {EVIL}")
    page.get_by_role("button", name="Find it").click()
    page.locator("#found li").first.wait_for()
    assert page.locator("#found img, #found svg, #found script").count() == 0
    assert "<script>alert(2)</script>" in page.inner_text("#found")
