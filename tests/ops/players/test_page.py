"""A player in one answer: the answers of single questions, pool by pool."""

from fractions import Fraction

import pytest
from msgspec import structs

from ledger.errors import Refused
from ledger.register import identities
from ops.answers.asked_players import number_on
from ops.answers.category_questions import category_changes
from ops.answers.clocks import pool_known_at
from ops.answers.rating_lists import chosen
from ops.house import open_house
from ops.lists.questions import ShowList
from ops.players.history import history_asked
from ops.players.page import COMPUTED, player_page
from ops.players.questions import LAST, MOST_LISTS
from projections.queries.categories import NoCategories
from tests.support.command import run
from tests.support.seasons import DRAUGHTS, FIDE, UISP


def shared(row):
    """Whether a list was computed again for the points of the tournaments."""
    return any(isinstance(played.points, Fraction) for played in row.tournaments)


def as_shown(rows):
    """Return rows of a history in a page's form: with the points of the newest lists
    computed again.
    """
    computed = [row for row in rows if shared(row)]
    return [without_points(row) if row in computed[:-COMPUTED] else row for row in rows]


def without_points(row):
    played = tuple(structs.replace(one, points=None) for one in row.tournaments)
    return structs.replace(row, tournaments=played)


@pytest.mark.parametrize("season", [FIDE, UISP, DRAUGHTS])
def test_the_page_has_what_single_questions_answer(ledger_of, season):
    seen = computed = 0
    with open_house(str(ledger_of(season))) as house:
        for number in range(1, identities.last(house.read).player + 1, 45):
            player = identities.show(number)
            (page,) = player_page(house, player).rows
            assert [one.pool for one in page.pools] == [one.pool for one in page.ratings]
            for one, rating in zip(page.pools, page.ratings, strict=True):
                pool, on = chosen(pool_known_at(house, one.pool, None), None, None)
                every = history_asked(pool, player, None).rows
                assert [*one.history] == as_shown(every[-LAST:])
                computed += any(map(shared, one.history))
                changed = [(row.list, row.rating, row.change) for row in every if row.change != 0]
                assert [(step.list, step.rating, step.change) for step in one.course] == changed
                assert one.number == identities.show(number_on(pool, number, on))
                try:
                    assert one.categories == category_changes(pool, player).rows
                except NoCategories:
                    assert one.categories == ()
                if rating.rating is not None:
                    listed = ShowList(pool=one.pool, search=one.number).answer(house).rows
                    assert [row.columns["rating"] for row in listed] == [rating.rating]
                seen += 1
    assert seen > 2
    assert computed > 0 or season == DRAUGHTS  # a chain has the points of each event


def test_more_lists_with_causes_are_asked_for(ledger_of):
    with open_house(str(ledger_of(FIDE))) as house:
        (page,) = player_page(house, identities.show(5), last=4).rows
        (without,) = player_page(house, identities.show(5), last=0).rows
    assert len(page.pools[0].history) == 4
    assert [one.history for one in without.pools] == [()] * len(without.pools)
    assert [one.course for one in without.pools] == [one.course for one in page.pools]


@pytest.mark.parametrize("last", [-1, MOST_LISTS + 1])
def test_a_number_of_lists_out_of_range_is_refused(ledger_of, last):
    with (
        open_house(str(ledger_of(FIDE))) as house,
        pytest.raises(Refused, match="from 0 to 1,000"),
    ):
        player_page(house, identities.show(5), last=last)


def test_the_card_has_place_and_activity(sample):
    found = run("player", "show", "fide:99000463", "--ledger", sample, "--format", "json").document
    (rating,) = found["rows"][0]["ratings"]
    listed = run("list", "show", "fide-standard", "--ledger", sample, "--format", "json").document
    (row,) = [row for row in listed["rows"] if row["player"] == found["rows"][0]["player"]]
    assert (rating["rank"], rating["active"]) == (row["rank"], True)
