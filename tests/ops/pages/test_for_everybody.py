"""Every page for people with other sight, hearing or pointing: by axe, in the colours
of each view.
"""

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import axe_playwright_python
import pytest

from tests.support.browsing import NARROW, WIDE
from tests.support.components import ADDRESS, components, sent
from tests.support.counts import FULL
from tests.support.every_page import Asked, ids, looked_at

pytestmark = pytest.mark.waits

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
FOUND = """async (rules) => (await axe.run(document, {runOnly: rules})).violations.flatMap(
  one => one.nodes.map(node =>
    `${one.impact} ${one.id}: ${node.html.slice(0, 120)} ${node.failureSummary}`))"""

PAGES = looked_at()
VIEWS = [*product(("light", "dark"), (WIDE, NARROW))]

PALE = (Path(__file__).parents[2] / "support" / "pale.js").read_text()
"""What has too little contrast (WCAG 2.2, 1.4.3 and 1.4.11) with what is behind it."""

SEEN = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), texts = [];
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim(), of = walker.currentNode.parentElement;
    if (text && of.checkVisibility()) texts.push(text);
  }
  return texts;
}"""


def in_turn() -> Iterator[tuple[Asked, str, int]]:
    """Yield each page in each view; without --full in one view, another for each page."""
    for number, asked in enumerate(PAGES):
        for view in VIEWS if FULL else [VIEWS[number % len(VIEWS)]]:
            yield asked, *view


def axe(page, rules=RULES):
    """Return the findings of axe about a page."""
    page.evaluate(AXE)
    return page.evaluate(FOUND, rules)


@pytest.mark.parametrize(("asked", "scheme", "width"), [*in_turn()])
def test_axe_finds_nothing(browser, at, asked, scheme, width):
    """Rules of WCAG 2.2 A and AA, and best practice."""
    assert browser.see(at + asked.path, axe, width, color_scheme=scheme) == []


@pytest.mark.parametrize(("scheme", "width"), VIEWS if FULL else VIEWS[1:3])
def test_axe_finds_nothing_in_the_components(browser, at, scheme, width):
    """Except the repetition of components."""
    page = sent(components("en", "both"))
    found = browser.see(at + ADDRESS, axe, width, page, color_scheme=scheme)
    assert [one for one in found if "landmark-unique" not in one] == []


SOME = PAGES if FULL else PAGES[1::3]
"""Pages of every kind: the stylesheet is the same for all."""


@pytest.mark.parametrize("asked", SOME, ids=ids(SOME))
def test_everything_is_seen_in_the_colours_of_the_reader(browser, at, asked):
    """Text, fields, lines of charts, and the signs of their keys, in forced colours."""
    for scheme in ("light", "dark") if FULL else ("dark",):
        colours = {"forced_colors": "active", "color_scheme": scheme}
        look = browser.see(at + asked.path, lambda page: page.evaluate(PALE), **colours)
        assert look == [], scheme


@pytest.mark.parametrize("asked", SOME, ids=ids(SOME))
def test_a_page_without_its_stylesheet_has_all_of_its_text_in_order(browser, at, asked):
    """In the same order as with the stylesheet, and no text comes from the stylesheet."""

    def without(page):
        page.route("**/style.*", lambda route: route.abort())

    def look(page):
        return page.evaluate(SEEN)

    styled = browser.see(at + asked.path, look)
    plain = browser.see(at + asked.path, look, before=without)
    assert (
        styled[0] == plain[0] == ("Skip to the content", "Vai al contenuto")[asked.language == "it"]
    )
    shown = iter(plain)
    assert [text for text in styled if text not in shown] == []
