"""Merges that touch a pool of draughts: either way round, and undone at any time."""

from datetime import date

import pytest

from ledger.errors import Refused
from ledger.register.identities import show
from ops.closings.recordings import CloseList, ReprintList
from ops.commands.merge_players import merge_players, separate_players
from ops.commands.previewed import preview_of
from ops.house import House
from tests.support.recording import a_ledger, begin, following
from tests.support.worlds import RUBELE, federation, rated

DAYS = [(f"2014-{month:02d}", date(2014, month, 28)) for month in (3, 6, 9)]
BY = {"by": "fid"}


@pytest.fixture
def house(tmp_path):
    """1 and 2 have a capital of 2000, 3 has none; no list is closed."""
    periods = tuple(name for name, _ in DAYS)
    people = [rated(1, 2000), rated(2, 2000)]
    world = federation(people, periods=periods, on=date(2014, 1, 1), newcomers=[3])
    with a_ledger(str(tmp_path / "ledger")) as ledger, following(ledger) as official:
        begin(ledger, world, RUBELE, DAYS)
        yield House(ledger, official)


def close(house, period):
    house.catch_up()
    CloseList(pool=RUBELE, period=period).record(house)
    house.catch_up()


def capitals(house, period):
    house.catch_up()
    pool = house.pool(RUBELE)
    return [pool.state(player, pool.list_of(period).number).rating for player in (1, 2, 3)]


@pytest.mark.parametrize("closed", [False, True])
def test_a_number_with_a_capital_is_merged_into_a_player_without_one(house, closed):
    """Carried over, or on a list: the capital goes on."""
    if closed:
        close(house, "2014-03")
    merge_players(house, show(3), show(1), **BY)
    period = DAYS[closed][0]
    close(house, period)
    assert capitals(house, period) == [0, 2000, 2000]


def test_a_merge_is_undone_before_and_after_a_list_took_it_in(house):
    merge_players(house, show(1), show(2), **BY)
    separate_players(house, show(2), **BY)
    merge_players(house, show(1), show(2), **BY)
    merge_players(house, show(1), show(3), **BY)
    close(house, "2014-03")
    assert capitals(house, "2014-03") == [2000, 0, 0]
    separate_players(house, show(2), **BY)
    assert separate_players(house, show(3), **BY).result.merged == 3
    close(house, "2014-06")
    assert capitals(house, "2014-06") == [2000, 2000, 0]


def test_a_capital_that_went_on_returns_after_those_that_were_added_to_it(house):
    """The capital of 1 ended because its results were added to that of 2."""
    merge_players(house, show(3), show(2), **BY)
    close(house, "2014-03")
    merge_players(house, show(3), show(1), **BY)
    with pytest.raises(Refused, match=f"separate {show(1)} first") as refused:
        separate_players(house, show(2), **BY)
    assert refused.value.code == "others-merged"
    separate_players(house, show(1), **BY)
    separate_players(house, show(2), **BY)
    close(house, "2014-06")
    assert capitals(house, "2014-06") == [2000, 2000, 0]


def previewed(house, work):
    """What would move of players, by what was recorded tentatively: player, on both tracks."""
    with house.tentatively() as tentative:
        work(tentative)
        moves = [one for one in preview_of(tentative).rows if one.player]
    numbers = [(one.before, one.after, one.revised_before, one.revised_after) for one in moves]
    return dict(zip((one.player for one in moves), numbers, strict=True))


def test_a_preview_shows_a_capital_that_goes_on_and_one_that_returns_on_both_tracks(house):
    close(house, "2014-03")
    went_on = {
        show(3): (None, 2000, None, 2000),
        show(1): (2000, None, 2000, None),
    }
    assert previewed(house, lambda tried: merge_players(tried, show(3), show(1), **BY)) == went_on
    merge_players(house, show(3), show(1), **BY)
    close(house, "2014-06")
    returned = previewed(house, lambda tried: separate_players(tried, show(1), **BY))
    assert returned == {
        show(3): (2000, None, 2000, None),
        show(1): (None, 2000, None, 2000),
    }


def test_a_new_printing_takes_in_a_merge_or_a_separation_recorded_since(house):
    close(house, "2014-03")
    close(house, "2014-06")
    merge_players(house, show(3), show(1), **BY)
    ReprintList(pool=RUBELE, period="2014-06").record(house)
    assert capitals(house, "2014-06") == [0, 2000, 2000]
    separate_players(house, show(1), **BY)
    ReprintList(pool=RUBELE, period="2014-06").record(house)
    assert capitals(house, "2014-06") == [2000, 2000, 0]
