"""The content of a page in a browser: all in a single visit, which takes half a second."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from playwright.sync_api import Page

from tests.support.browsing import A4, NARROW, NARROWEST, WIDE, Browser

LARGE_TEXT: Final = {"standard": 32, "fixed": 26}
"""Sizes of text at 200 %, in pixels."""
TABS: Final = 25
"""How often the key Tab is pressed on a page: through the header and the first of its content."""

_WIDER: Final = """() => {
  const wide = document.documentElement.scrollWidth, screen = document.documentElement.clientWidth;
  if (wide <= screen) return [];
  const out = [...document.body.querySelectorAll("*")].filter(one => {
    const box = one.getBoundingClientRect();
    return box.width && box.right > screen + 0.5 && !one.closest(".scroll, .hidden");
  });
  const name = one =>
    `${one.localName}.${one.getAttribute("class")}: ${one.textContent.slice(0, 40)}`;
  return [`${wide} px on ${screen}`, ...out.slice(0, 5).map(name)];
}"""
_ORDER: Final = """() => [...document.querySelectorAll("h1, h2, h3, main table, main form, footer")]
  .filter(one => one.checkVisibility({visibilityProperty: true}) && !one.closest("[popover]"))
  .map(one => ({name: `${one.localName} ${one.textContent.trim().slice(0, 30)}`,
                top: one.getBoundingClientRect().top + scrollY}))"""
_FOCUS: Final = """() => {
  const one = document.activeElement, box = one.getBoundingClientRect();
  const style = getComputedStyle(one);
  return {name: `${one.localName} ${(one.textContent || one.name || "").trim().slice(0, 30)}`,
          top: box.top + scrollY, bottom: box.bottom + scrollY, left: box.left, right: box.right,
          ring: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
          skip: one.matches("a.skip"), body: one === document.body};
}"""


class Focus(NamedTuple):
    """The focused element, with the place."""

    name: str
    top: float
    bottom: float
    left: float
    right: float
    ring: bool
    """Whether a ring is drawn around it."""
    skip: bool
    """Whether it is the link to the content."""
    body: bool
    """Whether nothing has the focus."""


@dataclass
class Seen:
    """A page as shown by a browser."""

    requests: list[str] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    console: list[str] = field(default_factory=list)
    """Warnings and errors, but for the status of the page itself."""
    title: str = ""
    language: str = ""
    heads: Sequence[str] = ()
    wider: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What is wider than the screen, by the screen."""
    order: Sequence[Mapping[str, Any]] = ()
    """Headings, tables and forms as they follow each other in the page, on a phone."""
    focused: Sequence[Focus] = ()
    """What has the focus after each Tab."""

    @property
    def out_of_order(self) -> list[str]:
        """Return elements seen above earlier elements of the page."""
        return _above((one["name"], one["top"]) for one in self.order)

    @property
    def jumps(self) -> list[str]:
        """Where the focus goes up without going right, into another column."""
        pairs = zip(self.focused, self.focused[1:], strict=False)
        return [
            f"{one.name} → {other.name}"
            for one, other in pairs
            if other.bottom <= one.top + 1 and other.left < one.right
        ]


def _above(places: Iterator[tuple[str, float]]) -> list[str]:
    found, lowest = [], float("-inf")
    for name, top in places:
        if top < lowest - 1:
            found.append(name)
        lowest = max(lowest, top)
    return found


def seen(browser: Browser, url: str, before: Callable[[Page], object] = lambda page: None) -> Seen:
    """Visit a page; `before` is called before the request."""
    found = Seen()

    def listen(page: Page) -> None:
        before(page)
        page.on("request", lambda request: found.requests.append(request.url))
        page.on("response", lambda response: found.statuses.append(response.status))
        page.on("console", lambda message: found.console.append(message.text))
        page.on("pageerror", lambda error: found.console.append(str(error)))

    def look(page: Page) -> None:
        found.title, found.language = page.evaluate(
            "[document.title, document.documentElement.lang]"
        )
        found.heads = page.locator("h1").all_inner_texts()
        found.wider = dict(_wider(page))
        _size(page, NARROW)
        found.order = page.evaluate(_ORDER)
        _size(page, WIDE)
        found.focused = [*_tabs(page)]

    browser.see(url, look, before=listen)
    found.console = [text for text in found.console if "status of 404" not in text]
    return found


def _size(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})


def _wider(page: Page) -> Iterator[tuple[str, list[str]]]:
    for width in (WIDE, NARROW, NARROWEST):
        _size(page, width)
        yield str(width), page.evaluate(_WIDER)
    page.emulate_media(media="print")
    _size(page, A4)
    yield "A4", page.evaluate(_WIDER)
    page.emulate_media(media="screen")
    sizes = page.context.new_cdp_session(page)
    usual = page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
    sizes.send("Page.setFontSizes", {"fontSizes": LARGE_TEXT})
    _size(page, WIDE)
    yield f"{WIDE}, text at 200 %", page.evaluate(_WIDER)
    large = page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
    assert large == 2 * usual
    sizes.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})


def _tabs(page: Page) -> Iterator[Focus]:
    before: tuple[object, ...] = ()
    for _ in range(TABS):
        page.keyboard.press("Tab")
        focus = Focus(**page.evaluate(_FOCUS))
        if focus.body:
            return
        if focus[:-3] != before:  # the parts of a date take it one after the other
            yield focus
        before = focus[:-3]
