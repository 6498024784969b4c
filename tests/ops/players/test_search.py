"""Players found by name or by many numbers, with titles, and with ratings, places and activity."""

from datetime import date

import pytest

from ledger.errors import LimitExceeded, Refused
from ops.closings.recordings import CloseList, PublishList, ReprintList
from ops.house import House, open_house
from ops.lists.questions import ShowList
from ops.players.people import player_overview
from ops.players.questions import SearchPlayers
from ops.players.recordings import MergePlayer
from ops.players.search import MOST_NUMBERS
from ops.tournaments.corrections import CorrectResult
from tests.support.command import run
from tests.support.seasons import DRAUGHTS, FIDE


@pytest.fixture(scope="module")
def house(sample):
    with open_house(str(sample)) as opened:
        yield opened


@pytest.mark.parametrize(
    ("season", "pool"), [(FIDE, "fide-standard"), (DRAUGHTS, "rubele-italiana")]
)
def test_each_person_has_rating_place_and_activity_as_on_the_list(ledger_of, season, pool):
    with open_house(str(ledger_of(season))) as house:
        listed = ShowList(pool=pool, limit=0).answer(house).rows
        by_player = {
            row.player: (row.columns["rating"], row.rank, row.columns.get("inactive"))
            for row in listed
        }
        some = tuple(by_player)[:MOST_NUMBERS]
        found = SearchPlayers(numbers=some, pool=pool).answer(house).rows
        assert [person.player for person in found] == list(some)
        for person in found:
            (one,) = person.ratings
            letter = {None: None, True: "-", False: "i"}[one.active]
            assert (one.rating, one.rank, letter) == by_player[person.player]


def test_numbers_are_answered_in_their_order_and_unknown_ones_are_named(house):
    texts = ("99000500, 10-1;fide:99000500", "\n7 99000463\t99000500")
    found = SearchPlayers(numbers=texts).answer(house)
    assert [row.asked for row in found.rows] == ["99000500", "10-1", "fide:99000500", "99000463"]
    assert [row.player for row in found.rows] == ["11-7", "10-1", "11-7", "10-1"]
    assert found.about.unknown == ("7",)
    assert [one.pool for one in found.rows[0].ratings] == ["fide-standard"]


@pytest.mark.parametrize(
    "beside", [{"search": "Ros"}, {"birth_year": 1975}, {"limit": 5}, {"page": 2}]
)
def test_inputs_of_a_search_beside_numbers_are_refused(house, beside):
    with pytest.raises(Refused, match="numbers are looked up all at once") as refused:
        SearchPlayers(numbers=("10-1",), **beside).answer(house)
    assert [one.field for one in refused.value.refusals()] == [*beside]


@pytest.mark.parametrize("empty", ["", " \n", ",;"])
def test_an_empty_list_of_numbers_is_refused(house, empty):
    with pytest.raises(Refused, match="write one") as refused:
        SearchPlayers(numbers=(empty,)).answer(house)
    assert [one.field for one in refused.value.refusals()] == ["numbers"]


def test_persons_by_number_have_a_title_of_their_own(house):
    titles = []
    for numbers in (("10-1",), ("10-1", "7")):
        asked = SearchPlayers(numbers=numbers)
        titles.append(str(asked.title(asked.answer(house).about)))
    assert titles == ["players by number", "players by number; nobody has 7"]


def test_no_more_numbers_than_the_limit_are_looked_up(house):
    SearchPlayers(numbers=("1 " * MOST_NUMBERS,)).answer(house)
    with pytest.raises(LimitExceeded):
        SearchPlayers(numbers=("1 " * MOST_NUMBERS, "1")).answer(house)


def test_a_search_by_name_has_ratings_of_the_pool_asked_for(house):
    (every,) = SearchPlayers(search="99000463").answer(house).rows
    (of_pool,) = SearchPlayers(search="99000463", pool="rubele-italiana").answer(house).rows
    assert [one.pool for one in every.ratings] == ["fide-standard"]
    assert (every.asked, of_pool.ratings) == ("", ())


def test_the_printing_in_force_gives_the_rating_until_the_next_one_is_published(copy):
    with open_house(str(copy)) as house:
        CorrectResult(
            tournament="T-000013", game="#48#0", white="0", black="1", by="arbiters"
        ).record(house)
        ReprintList(pool="fide-standard", period="2026-03", in_force_from=date(2026, 3, 20)).record(
            house
        )
        house.catch_up()
        (found,) = SearchPlayers(numbers=("24-1",), pool="fide-standard").answer(house).rows
        (shown,) = player_overview(house, "24-1").rows
    (one,), (rating, *_) = found.ratings, shown.ratings
    assert (one.rating, one.rank) == (rating.rating, rating.rank)
    assert one.rating == 2129


def test_a_merged_number_has_its_own_rating_until_a_list_takes_the_merge_in(copy):
    kept, merged, pool = "1-3", "67-2", "fide-standard"

    def searched(house: House):
        house.catch_up()
        (row,) = SearchPlayers(numbers=(merged,), pool=pool).answer(house).rows
        (shown,) = player_overview(house, merged).rows
        ratings = {one.merged_number: one.rating for one in shown.ratings if one.pool == pool}
        return [one.rating for one in row.ratings], ratings

    with open_house(str(copy)) as house:
        ((before,), alone) = searched(house)
        MergePlayer(kept=kept, player=merged, by="body").record(house)
        ratings, shown = searched(house)
        assert (ratings, shown[merged]) == ([before], before)
        assert alone[""] == before != shown[""]
        CloseList(pool=pool).record(house)
        PublishList(pool=pool, period="2026-04", on=date(2026, 4, 1)).record(house)
        ratings, shown = searched(house)
        assert shown == {"": ratings[0]} != {"": before}


def test_a_merged_number_without_a_rating_has_that_of_the_player(copy):
    with open_house(str(copy)) as house:
        (row,) = SearchPlayers(numbers=("79-4",)).answer(house).rows
        assert [one.pool for one in row.ratings] == ["rubele-italiana"]
        MergePlayer(kept="36-2", player="79-4", by="body").record(house)
        house.catch_up()
        (row,) = SearchPlayers(numbers=("79-4",)).answer(house).rows
        (of_kept,) = SearchPlayers(numbers=("36-2",)).answer(house).rows
        own = [one for one in row.ratings if one.pool == "rubele-italiana"]
    assert own
    assert [*of_kept.ratings, *own] == [*row.ratings]


def test_the_command_names_the_numbers_that_nobody_has(sample):
    shown = run("player", "search", "--numbers", "99000463 7", "--ledger", sample)
    assert "nobody has 7" in shown.out
    assert "fide-standard 24" in shown.out
