"""The page of a worksheet: the sum, the article beside each number, both sides of a correction."""

import re

import pytest

from ops.answers.clocks import pool_known_at
from ops.answers.explanation import explanation
from ops.house import open_house
from ops.pages import worksheets
from tests.support.seasons import UISP
from tests.support.served import served

PLAYED = "/pools/fide-standard/players/10-1/lists/2025-10/explanation"
CHAIN = "/pools/rubele-italiana/players/94-8/lists/2025-12-05/explanation"
ENTERED = "/pools/fide-standard/players/73-9/lists/2025-11/explanation"
CORRECTED = "/pools/uisp/players/30-8/lists/2020-Q2/explanation"


@pytest.fixture(scope="module")
def client(sample):
    with served(sample) as opened:
        yield opened


def words_of(page):
    """Return the text of a page, on one line."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


@pytest.mark.parametrize(
    ("pool", "period"),
    [("fide-standard", "2025-11"), ("fide-standard", "2026-03"), ("rubele-italiana", "2025-12-05")],
)
def test_the_sum_is_the_rating(sample, pool, period):
    """Of everybody: the rating before and the terms make the rating."""
    with open_house(str(sample)) as house:
        asked, sums = pool_known_at(house, pool, None), 0
        on = asked.list_of(period)
        for player in range(1, 114):
            explained = explanation(asked, player, on)
            terms = [*worksheets.terms(explained.units)]
            assert [term.begins for term in terms[1:]] == [False] * len(terms[1:])
            if explained.new:
                total = (explained.old or 0) + sum(term.points for term in terms)
                assert total == explained.new, player
                sums += bool(terms)
        assert sums


def test_the_number_comes_first(client):
    """Old and new rating, as a sum; a chain has a term for each step."""
    page = words_of(client.get(f"/en{PLAYED}").text)
    assert "From 2399 to 2424" in page
    assert "2399 before + 25 play +24.60; rounding +0.40 = 2424 October 2025" in page
    page = words_of(client.get(f"/it{CHAIN}").text)
    chain = "+ 486 Coppa delle pedine, ritorno − 214 Finale della Damaria = 2798"
    assert f"2526 prima {chain} 5 dicembre 2025" in page


@pytest.mark.parametrize("path", [PLAYED, CHAIN, ENTERED])
def test_every_article_opens_beside_its_number(client, path):
    """Each button opens a note; each note has a button, and the page of the article."""
    page = client.get(f"/it{path}").text
    opened = re.findall(r'popovertarget="(art-\d+)"', page)
    notes = dict(re.findall(r'<article id="(art-\d+)" popover>(.*?)</article>', page, re.DOTALL))
    assert set(opened) == notes.keys()
    assert page.count("<article ") == len(notes)
    for note in notes.values():
        articles = re.findall(r'href="(/it/rules/[^"]+)"', note)
        assert articles, note
        for article in articles:
            assert client.get(article.replace("&amp;", "&")).status_code == 200


def test_results_that_wait_stand_above_the_first_rating(client):
    page = words_of(client.get(f"/en{ENTERED}").text)
    assert "First rating: 2200" in page
    assert "Results that wait for a first rating T-000004 Torneo internazionale" in page


def test_booked_and_corrected_stand_side_by_side_with_who_decided(ledger_of):
    with served(ledger_of(UISP)) as client:
        page = words_of(client.get(f"/en{CORRECTED}").text)
    assert "From 1973 to 1958" in page
    assert "Booked and corrected: list 2020-Q1" in page
    assert "result corrected, by uisp-chess" in page
    assert "2 Ruscundossi, Livio 1 ½" in page
    assert "change the variation as published on the list of the booking −27 −42" in page


def test_a_game_that_does_not_count_stands_in_brackets_with_the_reason(client):
    page = words_of(
        client.get("/en/pools/fide-standard/players/33-5/lists/2026-01/explanation").text
    )
    assert re.search(r"Balombrano, Livio white not counted: 8\.3\.1: [a-z ]+ - 2040 \(1\)", page)


def test_events_are_named_as_everywhere(client):
    """With the sign of positions, as on the page of the list."""
    closed = re.compile(r"closed by event (#?[0-9]+)")
    place = "/en/pools/fide-standard"
    sheet = client.get(f"{place}/players/10-1/lists/2026-03/explanation").text
    found = closed.search(sheet)
    assert found
    assert found[1].startswith("#")
    assert closed.findall(client.get(f"{place}/lists/2026-03").text) == [found[1]]
