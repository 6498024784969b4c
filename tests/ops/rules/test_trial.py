"""A draft tried in all pools of a rulebook: each pool comes out as if it were tried alone."""

from collections import Counter
from datetime import date

import pytest

from ledger.errors import Refused
from ops.access.actors import Actor
from ops.access.recording import NotAllowed
from ops.house import House, open_house
from ops.lists.what_if import Supposing, what_if
from ops.rules.trial import trial
from projections.official.advance import Advance
from projections.rulebooks.engine.rulebook import OutsideRulebook
from tests.support.two_pools import FIDE, OTHER, RAPID, STRONG, WEAK, pools_of, stop
from tests.support.worlds import games, tournament

FIRST, SECOND = "2025-08", "2025-09"
DRAFT = Supposing(number=["k_standard=30", "k_master=15"])


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    address = str(tmp_path_factory.mktemp("trial") / "ledger")
    with pools_of(address, 2) as pools:
        for pool in (FIDE, OTHER):
            pools.open(pool, [STRONG, WEAK], law=FIDE)
        pools.open(RAPID, [STRONG, WEAK], beside=OTHER)
        pools.open("fide-new", [STRONG, WEAK], law=FIDE)
        pools.submit(tournament("A", "2025-07-05", "2025-07-10", games(1, "2 =")), FIDE)
        pools.submit(tournament("B", "2025-07-05", "2025-07-10", games(1, "2 0")), OTHER)
        pools.close(FIRST, FIDE, OTHER, RAPID)
        pools.submit(tournament("C", "2025-08-05", "2025-08-10", games(1, "2 1")), OTHER)
        pools.close(SECOND, OTHER)
    with open_house(address) as opened:
        yield opened


def test_each_pool_comes_out_as_if_it_were_tried_alone(house):
    rows = {row.pool: row for row in trial(house, FIDE, DRAFT).rows}
    assert list(rows) == sorted([FIDE, OTHER, "fide-new"])
    for pool, period in ((FIDE, FIRST), (OTHER, SECOND)):
        row, alone = rows[pool], what_if(house, pool, period, DRAFT)
        kinds = Counter(one.what for one in alone.rows)
        moved = [
            int(one.hypothetical or 0) - int(one.official or 0)
            for one in alone.rows
            if one.what == "rating"
        ]
        assert row.list == period
        assert (row.other_rating, row.newly_listed, row.no_longer_listed) == (kinds["rating"], 0, 0)
        assert (row.largest_rise, row.largest_fall) == (max(moved), -min(moved))
        assert min(moved) < 0 < max(moved)
    assert str(rows["fide-new"].not_computed)
    assert rows["fide-new"].list is None


def test_processes_side_by_side_give_the_same_rows(house):
    assert trial(house, FIDE, DRAFT, workers=2).rows == trial(house, FIDE, DRAFT).rows


def test_only_lists_of_the_pool_and_of_those_that_it_looks_at_are_computed(house, monkeypatch):
    computed, compute = [], Advance.compute

    def noted(advance, official, horizon):
        computed.append((official.event.pool, official.event.period))
        compute(advance, official, horizon)

    monkeypatch.setattr(Advance, "compute", noted)
    what_if(house, FIDE, FIRST, DRAFT)
    assert computed == [(FIDE, FIRST)]
    computed.clear()
    assert trial(house, RAPID, Supposing(number=["k_standard=10"])).rows[0].pool == RAPID
    assert computed == [(OTHER, FIRST), (RAPID, FIRST), (OTHER, SECOND)]


def test_a_list_in_force_on_a_day_or_known_at_an_event_is_compared(house):
    before = house.official.facts.pools[OTHER].closed[-1].position - 1
    then = {row.pool: row.list for row in trial(house, FIDE, DRAFT, known_at=f"#{before}").rows}
    on_day = {row.pool: row.list for row in trial(house, FIDE, DRAFT, date(2025, 8, 15)).rows}
    now = {row.pool: row.list for row in trial(house, FIDE, DRAFT).rows}
    assert (now[OTHER], then[OTHER], on_day[OTHER]) == (SECOND, FIRST, FIRST)


def test_a_pool_that_stopped_says_so_and_the_others_are_tried(tmp_path):
    with pools_of(str(tmp_path / "ledger"), 3) as pools:
        stop(pools)
        pools.close(FIRST, OTHER)
        rows = {row.pool: row for row in trial(House(pools.ledger), FIDE, DRAFT).rows}
    assert "stopped at event" in str(rows[FIDE].not_computed)
    assert rows[OTHER].players == 2


@pytest.mark.parametrize(
    ("code", "name", "draft"),
    [
        ("no-pool", "uisp", DRAFT),
        ("nothing-supposed", FIDE, Supposing()),
        ("no-such-number", FIDE, Supposing(number=["nothing=1"])),
        ("no-such-number", FIDE, Supposing(edition=["1999-01-01=2020-01-01"])),
    ],
)
def test_a_draft_of_what_is_not_there_is_refused(house, code, name, draft):
    with pytest.raises(Refused) as refused:
        trial(house, name, draft)
    assert refused.value.code == code


@pytest.mark.parametrize("moment", ["#99999", "nonsense", "2000-01-01"])
def test_a_moment_that_is_none_is_refused(house, moment):
    with pytest.raises(Refused, match="known_at"):
        trial(house, FIDE, DRAFT, known_at=moment)


def test_before_the_histories_of_a_pool_its_row_says_so(house):
    rows = trial(house, FIDE, DRAFT, as_of=date(1999, 1, 1)).rows
    assert all("nothing is in force on 1999-01-01" in str(row.not_computed) for row in rows)


def test_there_are_only_rulebooks_of_the_program(house):
    with pytest.raises(OutsideRulebook, match="there is no rulebook 'chess'"):
        trial(house, "chess", DRAFT)


def test_it_takes_a_role_for_all_pools(house, monkeypatch):
    monkeypatch.setattr(house, "actor", Actor("arbiter"))
    with pytest.raises(NotAllowed):
        trial(house, FIDE, DRAFT)
