"""Every page in a browser, in both languages: on a wide screen and on a phone, by keyboard."""

from functools import cache

import pytest

from tests.support.every_page import ids, looked_at
from tests.support.seen_pages import seen

pytestmark = pytest.mark.waits

PAGES = looked_at()
each_page = pytest.mark.parametrize("asked", PAGES, ids=ids(PAGES))


@pytest.fixture(scope="module")
def look(browser, at):
    """Return the visible content of a page, visited once."""
    return cache(lambda asked: seen(browser, at + asked.path))


@each_page
def test_a_page_asks_for_the_stylesheet_alone(look, at, asked):
    """No image, font, script or foreign address; nothing is wrong in the eyes of the browser."""
    page = look(asked)
    shown, style = page.requests
    assert (shown, style[: len(at) + 7]) == (at + asked.path, f"{at}/style.")
    assert page.statuses == [404 if asked.of == "problem" else 200, 200]
    assert page.console == []


@each_page
def test_a_page_says_what_it_is(look, asked):
    page = look(asked)
    assert page.title.strip(" ·")
    assert page.language == asked.language
    assert len(page.heads) == 1
    assert page.heads[0].strip()


@each_page
def test_no_page_is_wider_than_the_screen(look, asked):
    """On a wide screen, a phone and the narrowest phone; with text at 200 %."""
    assert {on: out for on, out in look(asked).wider.items() if out} == {}


@each_page
def test_the_keyboard_goes_through_a_page_as_it_is_seen(look, asked):
    """The first Tab offers the content, each further Tab the next element; a ring shows
    the place.
    """
    page = look(asked)
    assert page.focused[0].skip
    assert not any(focus.skip for focus in page.focused[1:])
    assert [focus.name for focus in page.focused if not focus.ring] == []
    assert page.jumps == []


@each_page
def test_a_page_is_read_in_the_order_in_which_it_is_seen(look, asked):
    assert look(asked).out_of_order == []
