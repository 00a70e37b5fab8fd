"""`errkb.render.triage.html`: one file that works in a browser, alone, however hostile or large the report is."""

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from errkb.model.triage import Spread, Verdict
from errkb.render.triage import html
from errkb.render.triage.html import page
from errkb.render.triage.html.timeline import axis, moment

DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}


def written(report):
    return "".join(html.chunks(report))


class Seen:
    """A page in the browser, and what it did that it should not."""

    def __init__(self, page, errors, requests):
        self.page, self.errors, self.requests = page, errors, requests

    def shown(self):
        """Return the titles that are there to be seen."""
        return self.page.locator("#list > details:visible .title").all_inner_texts()


@pytest.fixture
def show(browser, tmp_path):
    """Return a function that opens a report in the browser; in the end nothing was said on the console."""
    opened = []

    def open_(report, **options):
        path = tmp_path / f"{len(opened)}.html"
        path.write_text(written(report), encoding="utf-8", errors="backslashreplace")
        context = browser.new_context(**({"viewport": DESKTOP} | options))
        seen = Seen(context.new_page(), [], [])
        seen.page.on("console", lambda message: seen.errors.append(message.text))
        seen.page.on("pageerror", lambda error: seen.errors.append(str(error)))
        seen.page.on("dialog", lambda dialog: seen.errors.append(dialog.message))
        seen.page.on("request", lambda request: seen.requests.append(request.url))
        seen.page.goto(path.as_uri())
        opened.append((context, seen, path))
        return seen

    yield open_
    for context, seen, path in opened:
        assert seen.errors == []
        assert [url for url in seen.requests if url.partition("#")[0] != path.as_uri()] == []
        context.close()


def test_filters(show, make_report):
    """Bucket, text, file and folder each leave what fits, together too, and say how many; Reset brings all back."""
    seen = show(make_report())
    assert len(seen.shown()) == 5
    seen.page.get_by_role("button", name="Unknown", exact=True).click()
    assert seen.shown()[0] == "KeyError: shard <number> not found"
    assert seen.page.locator("#shown").inner_text() == "3 of 5 errors"
    seen.page.locator("#text").fill("QUOTA exceeded")
    assert seen.shown() == ["quota exceeded"]
    seen.page.get_by_role("button", name="Reset").click()
    assert len(seen.shown()) == 5
    seen.page.locator("#u").select_option(label="build")
    assert seen.shown() == ["ValueError: the {thing} went wrong in a way nobody expected"]
    seen.page.get_by_role("button", name="New", exact=True).click()
    assert seen.shown() == []
    assert "No error fits" in seen.page.locator("#shown").inner_text()
    seen.page.get_by_role("button", name="Reset").click()
    seen.page.locator("#f").select_option(label="odd/output.log")
    assert len(seen.shown()) == 1


def test_a_cut_table_hides_nothing(show, make_report):
    """An error of which only some files are known stays, whichever file is chosen."""
    report = make_report()
    report.unknown[1].spread.files_total = 900
    seen = show(report)
    seen.page.locator("#f").select_option(label="odd/output.log")
    assert len(seen.shown()) == 2


def test_expand(show, make_report):
    """A click opens the explanation: meaning, values, fixes, example, the lines with the error marked."""
    seen = show(make_report())
    first = seen.page.locator("#list > details").first
    assert not first.locator("text=What it means").is_visible()
    first.locator("summary").click()
    for text in ("What it means", "Why it happens", "Fixes, most likely first", "Example fix", "pump"):
        assert first.locator(f"text={text}").first.is_visible(), text
    assert first.locator(".own").inner_text().split()[:2] == ["120", "ValueError:"]


def test_keyboard(show, make_report):
    """`/` goes to the text, Enter on a heading opens it, the link of a verdict opens its error, filtered or not."""
    seen = show(make_report())
    seen.page.keyboard.press("/")
    seen.page.keyboard.type("quota")
    assert seen.shown() == ["quota exceeded"]
    link = seen.page.locator(".verdicts a").first
    link.focus()
    seen.page.keyboard.press("Enter")
    seen.page.locator("#e0 summary:focus").wait_for()
    assert seen.page.evaluate("document.querySelector('#e0').open")
    seen.page.keyboard.press("Enter")
    assert not seen.page.evaluate("document.querySelector('#e0').open")


def test_audit(show, make_report):
    """The evidence of a verdict can be opened, with what else was thought of and why it was not chosen."""
    seen = show(make_report())
    row = seen.page.locator(".verdicts tr", has_text="gpu")
    row.locator("summary").click()
    assert row.get_by_text("not chosen: it only reports another").is_visible()


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE, {"width": 320, "height": 600}])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_fits(show, make_report, viewport, scheme):
    """Nothing is wider than the screen, whatever words the log has, and text can be told from its ground."""
    report = make_report()
    report.verdicts[0].unit = "x" * 400
    report.unknown[1].template = "/very" * 80
    report.known[0].sample = replace(report.known[0].sample, lines=("y" * 3000,))
    seen = show(report, viewport=viewport, color_scheme=scheme)
    seen.page.locator("#list > details").first.locator("summary").click()
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    colours = seen.page.evaluate(
        "[...document.querySelectorAll('h1, .meta, .tag, .title, .much span, .cause a, .hint, .outcome')].map(e => {"
        "  const up = e => { const c = getComputedStyle(e).backgroundColor;"
        "    return c === 'rgba(0, 0, 0, 0)' && e.parentElement ? up(e.parentElement) : c };"
        "  return [e.className, getComputedStyle(e).color, up(e)] })"
    )
    assert len(colours) > 20
    weak = {name for name, ink, paper in colours if contrast(ink, paper) < 4.5}
    assert weak == set()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe(browser, make_report, axe, tmp_path, scheme):
    """axe-core finds nothing wrong with the page, everything opened."""
    path = tmp_path / "x.html"
    report = make_report()
    report.known[0].sample = replace(report.known[0].sample, lines=("y" * 3000,))
    report.known[0].captures = [({"a" * 40: "b" * 300, "c" * 40: "d" * 300}, 1)]
    report.known[0].record["exampleFix"] = "z" * 3000
    report.verdicts[0].cause = replace(report.verdicts[0].cause, text="w" * 3000)
    path.write_text(written(report), encoding="utf-8", errors="backslashreplace")
    context = browser.new_context(color_scheme=scheme, bypass_csp=True)
    opened = context.new_page()
    opened.goto(path.as_uri())
    opened.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    opened.evaluate(axe)
    found = opened.evaluate("axe.run({resultTypes: ['violations']})")
    context.close()
    told = [(one["id"], one["help"], [node["html"][:200] for node in one["nodes"]]) for one in found["violations"]]
    assert told == []


def contrast(*colours):
    """Return the contrast of two colours (WCAG 2.2, 1.4.3)."""
    light = sorted(luminance(*map(int, re.findall(r"\d+", colour)[:3])) for colour in colours)
    return (light[1] + 0.05) / (light[0] + 0.05)


def luminance(*rgb):
    parts = [part / 255 for part in rgb]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(factor * part for factor, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_hostile(show, make_report):
    """What a log says is text wherever it stands: no element, no attribute, no script comes of it."""
    evil = "\"><script>alert(1)</script><img src=x onerror=alert(1)>'><svg onload=alert(1)>{{ 7*7 }}{% raw %}</style>"
    report = make_report()
    report.unknown[2].template = evil
    report.unknown[2].cls = evil
    report.unknown[2].frame = evil
    for verdict in report.verdicts:
        verdict.unit += evil
    for error in (*report.known, *report.unknown):
        error.spread.files = {evil: 1, **error.spread.files}
        error.spread.units = {evil: 1, **error.spread.units}
        error.spread.processes = {evil: 1, "x": 1}
        place = replace(error.sample.place, file=evil, process=evil, step=evil)
        error.sample = replace(error.sample, place=place, lines=(evil, "\x1b]8;;http://evil\x07x", "\u202eabc"))
    report.known[0].captures = [({evil: evil}, 1)]
    report.known[0].record["githubUrl"] = "javascript:alert(1)"
    report.known[1].record["githubUrl"] = 'https://x/"><script>alert(1)</script>'
    report.known[1].record["documentation"] = f"`{evil}` {evil}"
    report.files[0] = replace(report.files[0], name=evil, reason=evil)
    report.cascades[0] = replace(report.cascades[0], cause="unknown:gone" + evil)
    text = written(report)
    assert not {*text} & {"\x1b", "\u202e", "\x00", "\x07", "\x9b"}
    seen = show(report)
    seen.page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert seen.page.locator("script").count() == 1
    assert seen.page.locator("img").count() == 0
    assert seen.page.locator("svg").count() == 1 + 5
    assert seen.page.locator("[onerror], [onload], [href^=javascript]").count() == 0
    assert "49" not in seen.page.locator("#e1 .title").inner_text()


def test_nothing_but_its_own_script_runs(show, make_report):
    """The policy lets no other script or style run, and no request go out."""
    seen = show(make_report())
    seen.page.evaluate(
        "(() => { const s = document.createElement('script'); s.textContent = 'window.ran = 1';"
        " document.body.append(s); const i = new Image(); i.src = 'http://127.0.0.1:9/x.png'; })()"
    )
    assert seen.page.evaluate("window.ran") is None
    assert sum("Content Security Policy" in error for error in seen.errors) == len(seen.errors) == 2
    seen.errors.clear()
    seen.requests.clear()  # the one that was refused


def test_without_a_script(browser, make_report, tmp_path):
    """Everything is there and can be opened where scripts are off; only the filters are not shown."""
    path = tmp_path / "x.html"
    path.write_text(written(make_report()), encoding="utf-8", errors="backslashreplace")
    context = browser.new_context(java_script_enabled=False)
    opened = context.new_page()
    opened.goto(path.as_uri())
    assert not opened.locator("#filters").is_visible()
    opened.locator("#list > details").first.locator("summary").click()
    assert opened.locator("text=What it means").first.is_visible()
    context.close()


def test_ten_thousand(show, make_report):
    """A huge report is a page of bounded size that says what it leaves out, and can be filtered."""
    report = make_report(changes=None)
    template = report.unknown[0]
    many = [
        replace(
            template,
            key=f"unknown:{number:016x}",
            template=f"shard-{number}-x not found in {'x' * 200}",
            spread=replace(template.spread, count=20_000 - number, files={f"f{number}.log": 1}),
        )
        for number in range(10_000)
    ]
    verdicts = [Verdict(f"job {number}", "failed", report.verdicts[0].cause) for number in range(2_000)]
    report = replace(report, unknown=many, verdicts=verdicts)
    size = len(written(report).encode("utf-8", "backslashreplace"))
    assert size < html.MOST_BYTES + 2_000_000
    seen = show(report)
    body = seen.page.locator("body").inner_text()
    assert "more errors, less important than these, left out of this page" in body
    assert "1,500 more left out of this page" in body
    seen.page.locator("#text").fill("found shard-17-x")
    assert len(seen.shown()) == 1


def test_records_are_bounded_too(make_report):
    """Long explanations fill the page as well as many errors do."""
    report = make_report(changes=None)
    known = [
        replace(
            report.known[0],
            key=f"record:{number:016x}",
            record=report.known[0].record | {"documentation": "x" * 50_000},
        )
        for number in range(300)
    ]
    assert len(written(replace(report, known=known)).encode("utf-8", "replace")) < html.MOST_BYTES + 1_000_000


def test_empty(show, make_report):
    """A report of nothing says so."""
    nothing = make_report(known=[], unknown=[], verdicts=[], cascades=[], changes=None, files=[], unknown_left=0)
    totals = replace(nothing.totals, files=0, events=0, known=0, unknown=0, first=None, last=None)
    seen = show(replace(nothing, totals=totals, bucket=0))
    assert seen.page.locator("h1").inner_text() == "0 error events in 0 files"
    assert seen.page.get_by_text("No error stands in these logs.").is_visible()


def test_without_outcomes(make_report):
    """Where no log says how it ended, one sentence says so, and no table of nothing follows."""
    text = written(make_report(verdicts=[Verdict("a", "unknown", events=3), Verdict("b", "unknown")]))
    assert "None of these logs says how it ended, so there is no verdict." in text
    assert '<table class="verdicts">' not in text
    ended = [Verdict("a", "unknown", events=1), Verdict("b", "unknown", events=9), Verdict("c", "failed")]
    assert [one.unit for one in page.units(make_report(verdicts=ended))[0]] == ["c", "b", "a"]


def test_without_a_clock(make_report):
    """Where the logs have no times there is no plot, and the page says why."""
    report = make_report(bucket=0)
    for error in (*report.known, *report.unknown):
        error.spread = Spread(1)
    text = written(replace(report, totals=replace(report.totals, first=None, last=None)))
    assert "These logs have no clock" in text
    assert "<svg" not in text


@pytest.mark.parametrize(
    ("ended", "expected"),
    [
        (["failed", "passed"], "1 of 2 jobs failed"),
        (["passed", "passed"], "All 2 jobs passed"),
        (["passed"], "1 job passed"),
        (["passed", "unknown"], "No failure told: 1 of 2 jobs passed"),
        (["unknown"], "16 error events in 4 files"),
        ([], "16 error events in 4 files"),
    ],
)
def test_headline(make_report, ended, expected):
    """What has happened stands on top, and nothing is claimed that no log says."""
    verdicts = [Verdict(f"job {number}", outcome) for number, outcome in enumerate(ended)]
    assert page.headline(make_report(unit="job", verdicts=verdicts)) == expected


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["/a/b/c.log", "/a/b/d/e.log"], "/a/b/"),
        (["/a/b/c.log"], "/a/b/"),
        (["/a/bc.log", "/a/bd.log"], "/a/"),
        (["a.zip!x/1.log", "a.zip!x/2.log"], "a.zip!x/"),
        (["a.log", "b/c.log"], ""),
        (["-"], ""),
        ([], ""),
    ],
)
def test_folder(make_report, names, expected):
    """What all names begin with is said once, up to a slash."""
    files = [replace(make_report().files[0], name=name) for name in names]
    assert page.folder(make_report(files=files)) == expected


def test_plot(make_report):
    """Every event stands in one bar, wrappers apart, and failures where the log tells of them."""
    report = make_report()
    drawn = page.plot(report, html.clusters(report))
    assert sum(bar.known for bar in drawn.bars) == 5
    assert sum(bar.wrappers for bar in drawn.bars) == 3
    assert sum(bar.unknown for bar in drawn.bars) == 8
    assert drawn.most == 11
    assert [bar.failed for bar in drawn.bars if bar.failed] == [2]
    assert max(sum(bar.heights) for bar in drawn.bars) == pytest.approx(100, abs=0.1)
    assert drawn.labels == ("2026-03-01 10:00", "2026-03-01 10:15", "2026-03-01 10:31")


def test_axis():
    """Long times are cut into steps that fit, broken ones are left out, and zones are told apart."""
    year = {f"2026-{month:02}-01T00:00:00Z": 1 for month in range(1, 13)}
    steps = axis([], [year, {"yesterday": 9}], 3600)
    assert steps.steps <= 120
    assert sum(steps.counts(year)) == 12
    assert axis([moment("2026-01-01")], [{}], 60) is None
    assert axis([], [year], 0) is None
    assert moment("2026-01-01T02:00:00+02:00") == moment("2026-01-01T00:00:00")


def test_well_formed(make_report):
    """Every element that is opened is closed, in order, and no id is given twice."""
    checker = Nesting()
    checker.feed(written(make_report()))
    assert checker.stack == []
    assert len(checker.ids) == len(set(checker.ids))


class Nesting(HTMLParser):
    """Follows what is open."""

    VOID = frozenset({"meta", "link", "input", "br", "rect", "path"})

    def __init__(self):
        super().__init__()
        self.stack, self.ids = [], []

    def handle_starttag(self, tag, attrs):
        """Note the id and what is open."""
        self.ids += [value for name, value in attrs if name == "id"]
        if tag not in self.VOID:
            self.stack.append(tag)

    def handle_endtag(self, tag):
        """Assert that it was the last to be opened."""
        if tag not in self.VOID:
            assert self.stack.pop() == tag
