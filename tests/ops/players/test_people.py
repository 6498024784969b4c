"""Persons of the register as typed rows: searches in pages, a single person in every pool."""

from datetime import date

import pytest

from ledger.errors import Refused
from ledger.register import identities
from ops.answers.clocks import pool_known_at
from ops.answers.player_ratings import player_rating
from ops.answers.rating_lists import chosen
from ops.house import open_house
from ops.players.people import player_overview
from ops.players.search import MOST_FOUND, PersonFound, people_found
from tests.support.command import run
from tests.support.seasons import FIDE


@pytest.fixture(scope="module")
def house(sample):
    with open_house(str(sample)) as opened:
        yield opened


def test_pages_of_a_search_follow_each_other(house):
    whole = people_found(house, "ivo", limit=40)
    assert len(whole.rows) > 4
    pages: list[PersonFound] = []
    page: int | None = 1
    while page:
        found = people_found(house, "ivo", limit=3, page=page)
        pages += found.rows
        page = found.about.next_page
    assert tuple(pages[:40]) == whole.rows
    assert people_found(house, "ivo", limit=MOST_FOUND).about.next_page is None


@pytest.mark.parametrize("asked", [{"limit": 0}, {"limit": 1_001}, {"page": 0}, {"page": 1_001}])
def test_a_page_out_of_range_is_refused(house, asked):
    with pytest.raises(Refused) as refused:
        people_found(house, "ivo", **asked)
    (refusal,) = refused.value.refusals()
    assert refusal.field in asked


def test_an_overview_has_the_ratings_that_single_questions_answer(ledger_of):
    """In three pools of chess, some players in several."""
    several, day = 0, date(2024, 6, 15)
    with open_house(str(ledger_of(FIDE))) as house:
        for number in range(1, identities.last(house.read).player + 1, 5):
            (person,) = player_overview(house, identities.show(number), day).rows
            several += len(person.ratings) > 1
            for row in person.ratings:
                pool, on = chosen(pool_known_at(house, row.pool, None), None, day)
                (alone,) = player_rating(pool, number, on, day).rows
                for name in ("rating", "k", "category", "list", "in_force_from"):
                    assert getattr(row, name) == getattr(alone, name)
    assert several


def test_an_overview_as_known_then_has_the_pools_of_then(house):
    (now,) = player_overview(house, "fide:99000463").rows
    assert [row.pool for row in now.ratings] == ["fide-standard"]
    (then,) = player_overview(house, "fide:99000463", known_at="#4").rows
    assert then.ratings == ()


def test_the_command_shows_the_ratings_below_the_person(sample):
    words = ("player", "show", "fide:99000463", "--ledger", sample)
    assert "ratings" in run(*words).out
    header, row = run(*words, "--format", "csv").out.splitlines()
    assert header.startswith("player,name,")
    assert "fide:99000463" in row
    (person,) = run(*words, "--format", "json").document["rows"]
    assert person["ratings"][0]["rating"] > 2000
