"""Where the links of all pages lead."""

import pytest

from ops.pages.declare import PAGES
from ops.words import LANGUAGES
from tests.support.every_page import address_at, crawled, links_of


def test_every_link_of_every_page_leads_somewhere(crawl):
    """To a page, an answer for programs or a file that is there, or to a part of the same page."""
    assert crawl.failed == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_reached_from_the_front(client, language):
    """Also by who sends no address to others."""
    reached = {asked.of for asked in crawled(client, 3, [f"/{language}"]).bodies}
    assert reached == {page.question for page in PAGES}


def test_links_stay_in_the_language_but_for_the_choice_of_one(crawl):
    for asked, body in crawl.bodies.items():
        other = [
            link
            for link in links_of(asked.path, body)
            if _language(link) not in ("", asked.language)
        ]
        assert {address_at(link) for link in other} <= {address_at(asked.path)}, asked


def _language(link):
    at = address_at(link)
    return at.language if at else ""
