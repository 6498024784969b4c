"""The page of changes between two lists: the players, the amounts, and the causes."""

import pytest

from tests.support.served import served

CHESS = "/en/pools/fide-standard/lists/2025-12/compare/2026-01"


@pytest.fixture(scope="module")
def client(sample):
    with served(sample) as opened:
        yield opened


def test_who_entered_and_changed_is_counted_and_listed(client):
    page = client.get(CHESS).text
    for what, number in (("Entered", 4), ("Rating", 41), ("K", 1)):
        assert f'<span class="label">{what}</span><span class="value">{number}</span>' in page
    assert "From the list of December 2025 to the list of January 2026" in page
    assert "Pelurlando, Carlo" in page


def test_a_change_leads_to_its_worksheet(client):
    address = "/pools/fide-standard/players/16-3/lists/2026-01/explanation"
    assert address in client.get(CHESS).text


def test_each_cause_names_its_tournament_and_leads_there(client):
    page = client.get(CHESS, params={"causes": "true", "limit": "25"}).text
    assert '<a href="/en/tournaments/T-000010">Open di Natale</a>' in page
    assert "Every change on this page has a known cause" in page
    assert "page=2" in page


def test_only_those_who_entered(client):
    page = client.get(CHESS, params={"only": "entered"}).text
    assert "<b>entered</b>" in page
    assert "Pelurlando, Carlo" in page
    assert "Balarrosa, Emil" not in page


def test_nothing_of_a_player_who_did_not_change(client):
    page = client.get(CHESS, params={"player": "1-3"}).text
    assert "Nothing differs between the two lists" in page
    assert f'href="{CHESS}"' in page


def test_the_first_list_has_nothing_to_be_compared_with(client):
    """The ratings carried over are no closed list."""
    first, second = (
        client.get(f"/it/pools/fide-standard/lists/{period}").text
        for period in ("2025-10", "2025-11")
    )
    assert ("/compare/" in first, "/compare/" in second) == (False, True)
    assert "carried over" not in first.split("href")[0]
