"""Supposed histories: the effects, and suppositions without effect; nothing is official."""

import shutil

import pytest

from ledger.errors import Refused
from ops.access.actors import Actor
from ops.access.recording import NotAllowed
from ops.house import House, open_house
from ops.lists.supposed_changes import HYPOTHETICAL
from ops.lists.what_if import Supposing, what_if
from projections.tracks.supposed import Supposition
from projections.tracks.supposed import supposed as history_of
from tests.support.command import done
from tests.support.kept_state import kept_rows, store_of
from tests.support.recording import record, registered
from tests.support.spoiling import altered
from tests.support.two_pools import OTHER, RAPID, STRONG, WEAK, pools_of
from tests.support.worlds import federation, games, rated, tournament

POOL, LAST = "fide-standard", "2026-03"
FIRST_GAME = "#8#0"
"""The first game of the first tournament."""


@pytest.fixture(scope="module")
def house(sample):
    with open_house(str(sample)) as opened:
        yield opened


def supposed(house, period=LAST, **supposing):
    return what_if(house, POOL, period, Supposing(**supposing))


def test_a_history_with_nothing_supposed_has_the_official_lists(house):
    for name, pool in house.official.facts.pools.items():
        track = history_of(house.official, name, Supposition(()))
        computed = track.facts.pools[name].closed
        official = [(one.event.list_digest, one.event.record_digest) for one in pool.closed]
        assert [(one.event.list_digest, one.event.record_digest) for one in computed] == official


def test_another_result_is_the_difference_that_the_corrected_sample_has(house, sample, tmp_path):
    """As if the result had been reported so: the revised ratings of a corrected ledger."""
    answer = supposed(house, "2025-10", result=[f"{FIRST_GAME} 0 1"])
    assert answer.about.hypothetical == HYPOTHETICAL
    assert {row.what for row in answer.rows} == {"rating"}
    address = str(shutil.copy(sample, tmp_path / "sample.ledger"))
    words = ("--white", "0", "--black", "1", "--by", "arbiters", "--ledger", address)
    done("tournament", "correct", "result", "T-000001", FIRST_GAME, *words)
    with open_house(address) as corrected:
        revised = corrected.pool(POOL, None, "revised")
        number = revised.list_of("2025-10").number
        found = {
            row.player: revised.state(int(row.player.partition("-")[0]), number).rating
            for row in answer.rows
        }
    assert {row.player: row.hypothetical for row in answer.rows} == found


def test_corrections_of_what_is_left_out_have_no_effect_and_are_named(sample, tmp_path):
    address = str(shutil.copy(sample, tmp_path / "sample.ledger"))
    words = ("--white", "0", "--black", "1", "--by", "arbiters", "--ledger", address)
    done("tournament", "correct", "result", "T-000001", FIRST_GAME, *words)
    with open_house(address) as corrected:
        last = corrected.read.head().next_position - 1
        assert supposed(corrected, without=["#8"]).about.without_effect == (last,)
        same_game = supposed(corrected, result=[f"{FIRST_GAME} 1 0"])
        assert same_game.about.without_effect == (last,)
        then = Supposing(without=["#8"])
        assert what_if(corrected, POOL, LAST, then, f"#{last - 1}").about.without_effect == ()
        with pytest.raises(Refused, match=f"no event #{last} among those known, up to #{last - 1}"):
            what_if(corrected, POOL, LAST, Supposing(without=[f"#{last}"]), f"#{last - 1}")


def test_another_number_of_an_edition_moves_ratings(house):
    k_factors = supposed(house, number=["k_standard=30"])
    assert {"rating", "k"} <= k_factors.about.differences.keys()
    assert supposed(house, number=["k_standard=20"]).rows == ()


@pytest.mark.parametrize(
    ("code", "supposing"),
    [
        ("nothing-supposed", {}),
        ("no-such-event", {"without": ["#99999"]}),
        ("no-such-game", {"result": ["#13#9999 1 0"]}),
        ("no-such-number", {"number": ["nothing=1"]}),
        ("no-such-number", {"edition": ["1999-01-01=2020-01-01"]}),
        ("unclear", {"result": ["13 1 0"]}),
        ("unclear", {"edition": ["2024-03-01=soon"]}),
        ("history-cannot-be-computed", {"without": ["#1"]}),
        ("history-cannot-be-computed", {"number": ["k_standard=100"]}),
        ("results-contradict", {"result": ["#8#0 7 1"]}),
        ("results-contradict", {"result": ["#8#0 1 1"]}),
    ],
)
def test_suppositions_about_what_is_not_there_are_refused(house, code, supposing):
    with pytest.raises(Refused) as refused:
        supposed(house, **supposing)
    assert refused.value.code == code


@pytest.mark.parametrize("period", ["2025-10", LAST])
@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("ledger-opened", "there is no ledger"),
        ("pool-opened", "there is no pool"),
        ("ratings-carried-over", "the first list has no ratings to begin with"),
        ("period-closed", "there is no list to compare with"),
    ],
)
def test_what_the_lists_rest_on_cannot_be_left_out(house, kind, why, period):
    for event in house.read.of_type(f"{kind}.v1"):
        with pytest.raises(Refused, match=f"{kind}.v1 cannot be left out: without it {why}"):
            supposed(house, period, without=[f"#{event.position}"])


def test_another_pool_without_its_players_is_no_obstacle(tmp_path):
    """Its lists are not computed, and its ratings carried over are not asked for."""
    with pools_of(str(tmp_path / "ledger"), 2) as pools:
        more = record(pools.ledger, "more", registered(federation([], newcomers=range(3, 5))))
        pools.open(POOL, [STRONG, WEAK])
        pools.open(OTHER, [rated(3, 2000), rated(4, 1900)], law=POOL)
        pools.submit(tournament("A", "2025-07-05", "2025-07-10", games(1, "2 =")), POOL)
        pools.submit(tournament("B", "2025-07-05", "2025-07-10", games(3, "4 =")), OTHER)
        pools.close("2025-08", POOL, OTHER)
        opened = House(pools.ledger, pools.official)
        opened.catch_up()
        assert what_if(opened, POOL, "2025-08", Supposing(without=[f"#{more}"])).rows == ()
        other = history_of(opened.official, POOL, Supposition(())).facts
        assert not [*other.pools[OTHER].waiting()]
        assert other.announcements.open.keys() == opened.official.facts.announcements.open.keys()


def test_where_a_pool_that_it_looks_at_stopped_nothing_is_computed(tmp_path):
    with pools_of(str(tmp_path / "ledger"), 3) as pools:
        pools.open(POOL, [STRONG, WEAK])
        pools.open(RAPID, [STRONG, WEAK], beside=POOL)
        pools.open(OTHER, [STRONG, WEAK], law=POOL)
        pools.submit(tournament("B", "2025-07-05", "2025-07-10", games(1, "2 =")), OTHER)
        pools.close("2025-08", POOL, RAPID, OTHER)
        pools.submit(tournament("A", "2025-08-05", "2025-08-10", games(1, "2 1")), POOL)
        with altered("difference_cap", 600):
            pools.close("2025-09", POOL)
        pools.official.track.ahead.clear()
        with House(pools.ledger) as opened:
            opened.catch_up()
            assert opened.official.stopped.keys() == {POOL}
            with pytest.raises(Refused, match="does not reproduce"):
                what_if(opened, RAPID, "2025-08", Supposing(number=["k_standard=30"]))
            apart = what_if(opened, OTHER, "2025-08", Supposing(number=["difference_cap=200"]))
            assert {row.what for row in apart.rows} == {"rating"}


def test_without_an_adoption_an_earlier_edition_is_in_force_or_there_is_no_list(house):
    first, second = house.read.stream(f"pool-{POOL}", "rulebook-adopted.v1")
    assert supposed(house, without=[f"#{second.position}"]).about.hypothetical
    both = [f"#{first.position}", f"#{second.position}"]
    with pytest.raises(Refused, match="no adopted edition of fide-standard covers"):
        supposed(house, without=both)


@pytest.mark.parametrize(
    ("number", "says"),
    [
        ("k_standard=abc", "found 'abc', expected a whole number from 0 to 999999999, as k_stand"),
        ("k_standard=-5", "found -5, expected a whole number"),
        ("k_standard=3.5", "found '3.5', expected a whole number"),
        ("k_standard=1000000000", "found 1000000000, expected a whole number"),
        ("expected_scores=7", "expected nothing else: a table or a list is supposed with another"),
        ("rated_share=1/0", "found '1/0', expected a share, as rated_share=1/3"),
        ("first_rating_by=day", "found 'day', expected one of the words events or list"),
    ],
)
def test_a_supposed_number_of_another_kind_is_refused_with_its_article(house, number, says):
    with pytest.raises(Refused, match=rf"^number {number.partition('=')[0]} \(") as refused:
        supposed(house, number=[number])
    assert says in str(refused.value)
    assert refused.value.code == "value-wrong"


def test_a_half_is_read_as_people_write_it(house):
    written, coded = (
        supposed(house, "2025-10", result=[f"{FIRST_GAME} {half} {half}"]) for half in "½="
    )
    moved = [(row.player, row.hypothetical) for row in written.rows]
    assert moved == [(row.player, row.hypothetical) for row in coded.rows] != []


def test_nothing_is_stored_or_recorded_and_the_public_may_not_ask(sample):
    with open_house(str(sample)) as opened:
        rows = kept_rows(store_of(opened).engine)
        track = history_of(opened.official, POOL, Supposition(()))
        assert track.store is None
        with pytest.raises(TypeError):
            track.ledger.append_under_lock(lambda: opened.read.request_at(1))
        assert kept_rows(store_of(opened).engine) == rows
        opened.actor = Actor("somebody")
        with pytest.raises(NotAllowed):
            supposed(opened, number=["k_standard=30"])
