"""The page of the public register: every decision with the list, filtered, page after page."""

import re
from html import unescape

import pytest

from ledger.events.pool import RatingsAdjusted
from tests.support.correcting_desk import at_a_desk
from tests.support.forms import forms_in, held
from tests.support.recording import record
from tests.support.served import served
from tests.support.worlds import FIDE, PERIODS


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """A ledger with three adjustments and a correction, booked by the second list."""
    path = str(tmp_path_factory.mktemp("decisions") / "ledger")
    with at_a_desk(path) as desk:
        desk.close()
        for number in (1, 2, 3):
            change = {"before": "2000", "after": "2030", "article": "7.1"}
            player = f"{number:08d}"
            fact = RatingsAdjusted(pool=FIDE, player=player, by="qc", **change)
            record(desk.ledger, f"adjusted {number}", fact)
        desk.result(f"#{desk.report}#0", "0", "1", article="6.5")
        desk.close(PERIODS[1])
    with served(path) as opened:
        yield opened


def rows_of(page: str) -> list[str]:
    """The rows of the table, as texts."""
    (body,) = re.findall(r"<tbody>(.*?)</tbody>", page, re.DOTALL)
    texts = (re.sub(r"<[^>]*>", " ", row) for row in body.split("</tr>")[:-1])
    return [" ".join(unescape(text).split()) for text in texts]


def test_each_decision_stands_with_day_body_article_tournament_and_list(client):
    first, second, *_ = rows_of(client.get("/en/decisions").text)
    assert first.startswith(
        "1 December 2025 Result of a game corrected correction · Tournament T-1"
    )
    assert first.endswith("the-body 6.5 September 2025")
    assert "Ratings adjusted: 1 player decision" in second
    assert second.endswith("qc 7.1 September 2025")
    assert "Result of a game" not in client.get("/it/decisions").text


def test_no_person_is_named(client):
    assert "/en/players/" not in client.get("/en/decisions").text


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("", 6),
        ("kind=correction", 1),
        ("kind=decision&pool=", 3),
        (f"kind=decision&pool={FIDE}", 3),
        ("since=2025-12-01&until=2025-12-31", 6),
    ],
)
def test_the_register_is_filtered(client, query, count):
    page = client.get(f"/en/decisions?{query}").text
    assert len(rows_of(page)) == count, rows_of(page)


def test_what_was_asked_stands_in_the_form(client):
    page = client.get("/it/decisions?kind=decision&since=2025-12-01").text
    assert '<option value="decision" selected>delibera</option>' in page
    assert ("since", "2025-12-01") in [*held(forms_in(page)[0])]


def test_an_empty_register_says_how_to_see_all(client):
    page = client.get("/en/decisions?kind=appeal").text
    assert "No decision matches all filters." in page
    assert '<a href="/en/decisions">Show all decisions</a>' in page


def test_the_register_is_walked_page_by_page_and_back_to_the_latest(client):
    walked, place = [], "/en/decisions?kind=decision&limit=2"
    while place:
        page = client.get(place).text
        walked += rows_of(page)
        following = re.search(r'<a rel="next" href="([^"]*)"', page)
        place = unescape(following[1]) if following else ""
    assert walked == rows_of(client.get("/en/decisions?kind=decision").text)
    assert '<a href="/en/decisions?kind=decision&amp;limit=2">← Latest</a>' in page


def test_the_register_is_shown_as_it_was_known(client):
    """A list not yet closed then was the next list."""
    every = client.get("/v1/decisions").json()["rows"]
    known = every[1]["position"]
    page = client.get(f"/en/decisions?known_at={known}").text
    shown = rows_of(page)
    assert len(shown) == len(every) - 1
    assert shown[0].endswith("7.1 the next list")
    assert f"Ledger up to event #{known}" in page
