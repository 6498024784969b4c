"""Merges in a pool of draughts: either way round, and undone at any time."""

from datetime import date

import pytest

from ledger.errors import Refused
from ledger.register.identities import show
from ops.closings.recordings import CloseList, ReprintList
from ops.commands.previewed import preview_of
from ops.house import House
from ops.players.recordings import MergePlayer, SeparatePlayer
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
    MergePlayer(kept=show(3), player=show(1), **BY).record(house)
    period = DAYS[closed][0]
    close(house, period)
    assert capitals(house, period) == [0, 2000, 2000]


def test_a_merge_is_undone_before_and_after_a_list_took_it_in(house):
    MergePlayer(kept=show(1), player=show(2), **BY).record(house)
    SeparatePlayer(player=show(2), **BY).record(house)
    MergePlayer(kept=show(1), player=show(2), **BY).record(house)
    MergePlayer(kept=show(1), player=show(3), **BY).record(house)
    close(house, "2014-03")
    assert capitals(house, "2014-03") == [2000, 0, 0]
    SeparatePlayer(player=show(2), **BY).record(house)
    assert SeparatePlayer(player=show(3), **BY).record(house).result.merged == 3
    close(house, "2014-06")
    assert capitals(house, "2014-06") == [2000, 2000, 0]


def test_a_capital_that_went_on_returns_after_those_that_were_added_to_it(house):
    """The capital of 1 ended because the results were added to the capital of 2."""
    MergePlayer(kept=show(3), player=show(2), **BY).record(house)
    close(house, "2014-03")
    MergePlayer(kept=show(3), player=show(1), **BY).record(house)
    with pytest.raises(Refused, match=f"results of {show(1)} were added") as refused:
        SeparatePlayer(player=show(2), **BY).record(house)
    assert refused.value.code == "others-merged"
    SeparatePlayer(player=show(1), **BY).record(house)
    SeparatePlayer(player=show(2), **BY).record(house)
    close(house, "2014-06")
    assert capitals(house, "2014-06") == [2000, 2000, 0]


def previewed(house, work):
    """Return the previewed moves of players by a tentative recording: player, on both tracks."""
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
    assert (
        previewed(
            house, lambda tried: MergePlayer(kept=show(3), player=show(1), **BY).record(tried)
        )
        == went_on
    )
    MergePlayer(kept=show(3), player=show(1), **BY).record(house)
    close(house, "2014-06")
    returned = previewed(house, lambda tried: SeparatePlayer(player=show(1), **BY).record(tried))
    assert returned == {
        show(3): (2000, None, 2000, None),
        show(1): (None, 2000, None, 2000),
    }


def test_a_new_printing_takes_in_a_merge_or_a_separation_recorded_since(house):
    close(house, "2014-03")
    close(house, "2014-06")
    MergePlayer(kept=show(3), player=show(1), **BY).record(house)
    ReprintList(pool=RUBELE, period="2014-06").record(house)
    assert capitals(house, "2014-06") == [0, 2000, 2000]
    SeparatePlayer(player=show(1), **BY).record(house)
    ReprintList(pool=RUBELE, period="2014-06").record(house)
    assert capitals(house, "2014-06") == [2000, 2000, 0]
