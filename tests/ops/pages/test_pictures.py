"""Pictures of every page and every component, for looking at: `ops/test --full` keeps
the files.

They stand under data/pages: in both languages, on a wide screen and a phone, light and dark, and
as printed on A4.
"""

import re
import shutil
from itertools import product

import pytest

from tests.support.browsing import A4, NARROW, WIDE
from tests.support.components import ADDRESS, components, sent
from tests.support.counts import FULL
from tests.support.every_page import looked_at
from tests.support.made_once import made_once
from tests.support.shown_pages import ROOT

pytestmark = pytest.mark.waits

KEPT = ROOT / "data" / "pages"
VIEWS = {
    **{
        f"{width}-{scheme}": (width, {"color_scheme": scheme})
        for width, scheme in product((WIDE, NARROW), ("light", "dark"))
    },
    "print": (A4, {}),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where the pictures of this run are."""
    if not FULL:
        return tmp_path_factory.mktemp("pictures")
    return made_once(tmp_path_factory, "pictures", lambda _: emptied(KEPT))


def emptied(folder):
    """Return a folder, without the pictures of an earlier run."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def taken(browser, url, file, view, before=lambda page: None):
    """Take a picture of a whole page; return the path."""
    width, settings = VIEWS[view]
    path = file.with_name(f"{file.name}-{view}.png")

    def take(page):
        if view == "print":
            page.emulate_media(media="print")
        page.screenshot(path=path, full_page=True)

    browser.see(url, take, width, before, **settings)
    return path


def views(things):
    """Return each thing in each view; without --full the first, wide and light."""
    found = [*product(things, VIEWS)]
    return found if FULL else found[:1]


@pytest.mark.parametrize(("asked", "view"), views(looked_at()))
def test_a_picture_of_each_page(browser, at, folder, asked, view):
    name = re.sub(r"\W+", "-", asked.path.removeprefix(f"/{asked.language}"))[:60].strip("-")
    path = taken(browser, at + asked.path, folder / f"{asked.name}-{name}", view)
    assert path.stat().st_size > 5_000


@pytest.mark.parametrize(
    ("shown", "view"), views([("en", "today"), ("it", "both"), ("en", "past"), ("it", "known")])
)
def test_a_picture_of_the_components(browser, at, folder, shown, view):
    language, moment = shown
    path = taken(
        browser,
        at + ADDRESS,
        folder / f"components-{language}-{moment}",
        view,
        sent(components(language, moment)),
    )
    assert path.stat().st_size > 5_000
