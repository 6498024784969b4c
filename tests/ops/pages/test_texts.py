"""The texts: pages without a question, in both languages, named at the end of every page."""

import re

import pytest

from ops.pages.declare import PAGES
from tests.support.served import served

TEXTS = [page.path for page in PAGES if not page.question]


@pytest.fixture(scope="module")
def client(sample):
    with served(sample) as opened:
        yield opened


@pytest.mark.parametrize("path", TEXTS)
def test_a_text_is_said_in_both_languages(client, path):
    """Nothing but names stands in English on the Italian page."""
    pages = {language: client.get(f"/{language}{path}") for language in ("it", "en")}
    assert {page.status_code for page in pages.values()} == {200}
    italian, english = (
        set(
            re.findall(
                r"<(?:p|li|dd)\b[^>]*>(?:<b>)?(.+?)</", pages[language].text.split("<main")[1]
            )
        )
        for language in ("it", "en")
    )
    assert len(english) > 3
    assert not italian & english


@pytest.mark.parametrize("path", TEXTS)
def test_a_text_asks_nothing(client, path):
    """The page has no answer for programs, and the moment goes along to the linked pages."""
    assert 'type="application/json"' not in client.get(f"/it{path}").text
    assert client.get(f"/it{path}", params={"page": "2"}).status_code == 400
    page = client.get(f"/it{path}", params={"as_of": "2026-01-15"}).text
    assert 'href="/it/glossary?as_of=2026-01-15"' in page


def test_every_page_names_the_texts(client):
    for shown in ("/it", "/it/players?search=no+such+player", "/it/rules/fide-standard/99"):
        page = client.get(shown).text
        assert [path for path in TEXTS if f'href="/it{path}"' not in page] == [], shown
