"""The number of clicks from the front page to the answers people look for."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest

from ops.words import LANGUAGES
from tests.support.every_page import address_at
from tests.support.forms import forms_in, held
from tests.support.served import Client, answer, served

MOST = 3
PLAYER = "10-1"


@pytest.fixture(scope="module")
def client(sample):
    with served(sample) as opened:
        yield opened


class Reader:
    """A reader from the front page on, following the links of each page, with the clicks
    counted.
    """

    def __init__(self, client: Client, language: str, **moment: str) -> None:
        self._client, self.clicks = client, 0
        self._open(f"/{language}", **moment)

    def follows(self, name: str, about: str = "") -> None:
        """Click on the first link to a page about a subject, by the name of the question."""
        self._click()
        for link in map(unescape, re.findall(r'<a\b[^>]* href="([^"]*)"', self.page)):
            at = address_at(link)
            if at and at.page and at.page.name == name and about in link:
                self._open(link)
                return
        raise AssertionError(f"{self.place} has no link to {name}")

    def sends(self, control: str, **typed: str) -> None:
        """Click on the button of the form with a control, after typing some values."""
        self._click()
        (form, *_) = [
            one
            for one in re.findall(r"<form.*?</form>", self.page, re.DOTALL)
            if f'name="{control}"' in one
        ]
        held = re.findall(r'<input\b[^>]* name="([^"]*)"[^>]* value="([^"]*)"', form)
        given = {name: unescape(value) for name, value in held} | typed
        (action,) = re.findall(r'action="([^"]*)"', form)
        self._open(unescape(action), **given)

    def opens(self, label: str) -> str:
        """Click on an article beside a number; return the note."""
        self._click()
        found = re.search(rf'popovertarget="([^"]*)">{re.escape(label)}<', self.page)
        assert found, f"{self.place} has no {label}"
        return self.page.partition(f'id="{found[1]}"')[2].partition("</article>")[0]

    def _click(self) -> None:
        self.clicks += 1
        assert self.clicks <= MOST, self.place

    def _open(self, place: str, **asked: str) -> None:
        at = f"{place}?{urlencode(asked)}" if asked else place
        reply = self._client.get(at)
        assert reply.status_code == 200, at
        self.page, self.place = reply.text, str(reply.url).partition("testserver.local")[2]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("typed", ["Gravuzzago", "99000463", PLAYER])
def test_why_is_my_rating_this(client, language, typed):
    """Search, list, article: beside the number, and on the article's page."""
    reader = Reader(client, language)
    reader.sends("search", search=typed)
    reader.follows("explain-rating")
    assert reader.opens("art. 8.3.3")
    reader.clicks -= 1
    reader.follows("show-article-on-day", "/8.3.3?")
    assert reader.clicks == MOST


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("typed", ["Gravuzzago", "gra"])
def test_what_will_i_gain(client, language, typed):
    """Search, calculator with rating and K, result."""
    reader = Reader(client, language)
    reader.sends("search", search=typed)
    reader.follows("show-calculation", "rating=")
    reader.sends("games", games="2300 1")
    assert reader.clicks == MOST
    (rating,) = answer(client, f"/v1/players/{PLAYER}")["rows"][0]["ratings"]
    assert ("k", str(rating["k"])) in [*held(forms_in(reader.page)[0])]
    assert f"{rating['rating']} " in reader.page.partition("<h1>")[2]
