"""Addresses inside a page: the question goes along, value by value."""

import csv
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
        "/it/pools/rubele-italiana/lists/current",
        "/it/decisions?kind=rules&limit=1",
        "/it/players/10-1",
        "/it",
    ],
)
def test_no_address_for_programs_is_given_what_it_does_not_take(client, place):
    """Whatever the filter, and whatever moment the pages keep."""
    moment = "as_of=2026-03-02&known_at=2999-01-01"
    page = client.get(f"{place}{'&' if '?' in place else '?'}{moment}").text
    for_programs = [at for at in links_of(page) if at.startswith("/v1")]
    assert for_programs
    assert {at: client.get(at).status_code for at in for_programs} == dict.fromkeys(
        for_programs, 200
    )


@pytest.mark.parametrize(
    "place",
    [
        "/players?search=mar",
        "/games?player=10-1",
        "/decisions?kind=rules",
        "/tournaments?text=open",
        "/pools/fide-standard/lists",
        "/pools/rubele-italiana/lists/2025-12-05/promotions",
        "/pools/rubele-italiana/lists/2025-12-05/penalties",
    ],
)
def test_a_page_of_rows_leads_to_the_same_rows_as_csv(client, place):
    """As many rows as in the answer for programs, with the same filter."""
    links = links_of(client.get(f"/it{place}").text)
    (at,) = [link for link in links if link.partition("?")[0].endswith(".csv")]
    (answer,) = {
        link for link in links if link.partition("?")[0] == f"/v1{place}".partition("?")[0]
    }
    found = client.get(at)
    assert found.headers["Content-Type"] == "text/csv; charset=utf-8"
    rows = [*csv.DictReader(found.text.splitlines())]
    assert len(rows) == len(client.get(answer).json()["rows"])


def form_of(page: str, control: str) -> str:
    """The form of the moment with a control."""
    moment = page.partition('<details class="moment')[2].partition("</details>")[0]
    (form,) = [one for one in moment.split("<form")[1:] if f'id="{control}"' in one]
    return form


def test_the_front_page_shows_the_lists_of_a_day(client):
    page = client.get("/en?as_of=2026-01-15&known_at=2999-01-01").text
    assert "Situation on 15 January 2026" in page
    assert "list of January 2026" in page
    assert "next list on 1 February 2026" in page
    moment = "as_of=2026-01-15&known_at=2999-01-01"
    assert f"/en/pools/fide-standard/lists/current?{moment}" in links_of(page)
    assert f"/v1/overview?{moment}" in links_of(page)


def test_the_front_page_of_a_day_before_all_lists_says_so(client):
    page = client.get("/it?as_of=2019-01-01")
    assert page.status_code == 200
    assert page.text.count("nessuna lista è ancora in vigore") == 2


def test_a_page_that_takes_no_moment_says_so_and_keeps_it(client):
    page = client.get("/en/players?search=a&as_of=2026-03-02").text
    assert "This page shows today; the other pages keep the day you chose" in page
    assert "/en?as_of=2026-03-02" in links_of(page)
    assert 'class="moment past"' not in client.get("/en/players?search=a").text


@pytest.mark.parametrize("place", ["/it", "/it/players/10-1", "/it/decisions", "/it/players"])
def test_every_page_has_one_control_for_the_day_and_for_what_was_known(client, place):
    page = client.get(place).text
    assert form_of(page, "as_of") == form_of(page, "known_at")
    assert f'action="{place}"' in form_of(page, "as_of")


def test_a_list_asked_for_by_its_name_leads_to_the_list_of_a_day(client):
    """The list's page has no question for a day, and is shown whatever day the pages keep."""
    place = "/it/pools/fide-standard/lists"
    named = client.get(f"{place}/2026-02?as_of=2026-03-02&known_at=2999-01-01&sort=name")
    assert named.status_code == 200
    day, known = (form_of(named.text, control) for control in ("as_of", "known_at"))
    assert f'action="{place}/current"' in day
    assert 'type="hidden" name="known_at" value="2999-01-01"' in day
    assert f'action="{place}/2026-02"' in known
    assert 'type="hidden" name="as_of" value="2026-03-02"' in known
    assert 'type="hidden" name="sort" value="name"' in day
    assert "febbraio 2026" in client.get(f"{place}/current?as_of=2026-02-02").text
