"""Debian's Chromium, driven by playwright: a single process for all tests of a run.

Playwright's loop of events runs in a thread of its own, because in the thread of the tests no other
loop could be run beside it.
"""

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page, Playwright, sync_playwright

T = TypeVar("T")

PACKAGES: Final = "chromium fonts-liberation fonts-urw-base35 fonts-noto-core"

WIDE, NARROW, NARROWEST = 1280, 390, 320
"""Widths of a screen, in pixels."""
A4: Final = 688
"""Width of a sheet of paper between its margins."""
HEIGHT: Final = 900


class NoBrowser(Exception):
    """No browser is installed; the message names the package to install."""


def find_browser() -> str:
    """Return the path of the browser. Raises NoBrowser."""
    found = shutil.which("chromium")
    if found is None:
        raise NoBrowser(f"no browser: apt-get install {PACKAGES}")
    return found


class Browser:
    """A browser with another context for each page."""

    def __init__(
        self, thread: ThreadPoolExecutor, chromium: Chromium, headers: Mapping[str, str]
    ) -> None:
        """Look at pages in the thread of the browser; each request has some headers."""
        self._thread, self._chromium, self._headers = thread, chromium, dict(headers)

    def see(
        self,
        url: str,
        look: Callable[[Page], T],
        width: int = WIDE,
        before: Callable[[Page], object] = lambda page: None,
        **settings: Any,
    ) -> T:
        """Open a page, and return the content; `before` is called before the request.

        `settings`: those of a context of playwright, as color_scheme, forced_colors.
        """

        def seen() -> T:
            settings["viewport"] = {"width": width, "height": HEIGHT}
            settings["extra_http_headers"] = self._headers
            with self._chromium.new_context(**settings) as context:
                page = context.new_page()
                before(page)
                page.goto(url)
                return look(page)

        return self._thread.submit(seen).result()


@contextmanager
def browsing(headers: Mapping[str, str]) -> Iterator[Browser]:
    """Start a browser with some headers, and end the browser. Raises NoBrowser."""
    path = find_browser()
    with ThreadPoolExecutor(1) as thread:
        playwright = thread.submit(lambda: sync_playwright().start()).result()
        try:
            yield Browser(thread, thread.submit(_started, playwright, path).result(), headers)
        finally:
            thread.submit(playwright.stop).result()


def _started(playwright: Playwright, path: str) -> Chromium:
    as_root = ["--no-sandbox"] if os.getuid() == 0 else []
    return playwright.chromium.launch(executable_path=path, args=as_root, env=_environment())


def _environment() -> dict[str, str | float | bool]:
    return {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/")}


if __name__ == "__main__":
    # ops/test asks in this way whether a browser must be installed.
    try:
        find_browser()
    except NoBrowser as reason:
        raise SystemExit(str(reason)) from None
