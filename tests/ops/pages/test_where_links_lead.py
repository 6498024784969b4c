"""Where the links of all pages lead."""

import pytest

from ops.access.roles import MAY_SEE
from ops.http.page_addresses import page_addresses
from ops.words import LANGUAGES
from tests.support.counts import FULL
from tests.support.every_page import address_at, crawled, is_html, links_of


def test_every_link_of_every_page_leads_somewhere(crawl):
    """To a page, an existing answer for programs or file, or a part of the same page."""
    assert crawl.failed == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_reached_from_the_front(client, language):
    """By links alone."""
    reached = {asked.name for asked in crawled(client, 3, [f"/{language}"], papers=0).bodies}
    pages = (page for page in filter(is_html, page_addresses()) if page.language == language)
    every = {page.name for page in pages if public(page)}
    assert every <= reached


def public(page):
    """Whether everybody may see a page; how others are reached is a matter of desks."""
    return not MAY_SEE[page.shows].roles


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_public_is_led_to_what_it_may_see(stranger, language):
    assert crawled(stranger, 6 if FULL else 3, [f"/{language}"]).failed == []


def test_links_stay_in_the_language_but_for_the_choice_of_one(crawl):
    """The choice leads to the same page, about the same."""
    for asked, body in crawl.bodies.items():
        for link in links_of(asked.path, body):
            at = address_at(link)
            if at and at.page and at.language != asked.language:
                same = link.partition("?")[0].replace(at.language, asked.language, 1)
                assert same == asked.path.partition("?")[0]
