"""Addresses inside a page: what was asked goes along, value by value."""

import re
from html import unescape

import pytest

from ops.pages.links import filled
from tests.support.served import served

NUMBERS = "numbers=1-3&numbers=10-1"


@pytest.fixture(scope="module")
def client(sample):
    with served(sample) as opened:
        yield opened


def links_of(page: str) -> list[str]:
    return [unescape(at) for at in re.findall(r' href="([^"]*)"', page)]


def test_a_list_of_values_is_asked_value_by_value_and_an_empty_value_is_not():
    values = {"pool": "uisp", "numbers": ["1-3", "10-1"], "page": None, "sort": ""}
    assert filled("/{pool}", values) == f"/uisp?{NUMBERS}"


def test_repeated_values_stay_in_links_and_in_the_control_of_the_moment(client):
    page = client.get(f"/it/players?{NUMBERS}&birth_year=").text
    links = links_of(page)
    assert f"/en/players?{NUMBERS}" in links
    assert f"/v1/players?{NUMBERS}" in links
    assert not [at for at in links if "birth_year" in at]


@pytest.mark.parametrize(
    "place",
    [
        "/it/players?search=a",
        "/it/pools/fide-standard/lists/2026-03?search=a&sort=name&activity=active",
        "/it/decisions?kind=rules&limit=1",
        "/it/players/10-1",
        "/it",
    ],
)
def test_no_address_for_programs_is_given_what_it_does_not_take(client, place):
    """Whatever was filtered, and whatever moment the pages keep."""
    moment = "as_of=2026-03-02&known_at=2999-01-01"
    page = client.get(f"{place}{'&' if '?' in place else '?'}{moment}").text
    for_programs = [at for at in links_of(page) if at.startswith("/v1")]
    assert for_programs
    assert {at: client.get(at).status_code for at in for_programs} == dict.fromkeys(
        for_programs, 200
    )


def test_a_page_that_takes_no_moment_says_so_and_keeps_it(client):
    page = client.get("/en/players?search=a&as_of=2026-03-02").text
    assert "This page shows today; the other pages keep the day you chose" in page
    assert "/en?as_of=2026-03-02" in links_of(page)
    assert 'class="moment' not in client.get("/en/players?search=a").text


def test_a_list_asked_for_by_its_name_is_shown_whatever_day_the_pages_keep(client):
    """The day is no question then: the control asks only what was known."""
    named = client.get("/it/pools/fide-standard/lists/2026-02?as_of=2026-03-02")
    assert named.status_code == 200
    assert 'id="as_of"' not in named.text
    assert 'type="hidden" name="as_of" value="2026-03-02"' in named.text
    current = client.get("/it/pools/fide-standard/lists/current?as_of=2026-02-02")
    assert "febbraio 2026" in current.text
    assert 'id="as_of"' in current.text
