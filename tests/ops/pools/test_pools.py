"""The pools of a ledger: lists and editions, as known then, and a stopped pool."""

from datetime import date

import pytest

from ops.house import open_house
from ops.pools.pools import pools
from tests.support.command import done, run
from tests.support.seasons import UISP


@pytest.fixture(scope="module")
def house(sample):
    with open_house(str(sample)) as opened:
        yield opened


def by_name(house, known_at=None):
    return {row.pool: row for row in pools(house, known_at).rows}


def test_each_pool_has_its_lists_and_editions(house):
    found = by_name(house)
    assert list(found) == sorted(found)
    chess = found["fide-standard"]
    lists = [row.period for row in house.pool("fide-standard").lists()[1:]]
    assert (chess.first_list, chess.last_list, chess.lists) == (lists[0], lists[-1], len(lists))
    assert chess.next_list is not None
    assert chess.next_list > lists[-1]
    assert chess.next_cut_off is not None
    assert chess.next_list_date is not None
    assert chess.next_cut_off < chess.next_list_date
    assert chess.editions[-1].edition == "2025-10-01"
    assert (chess.chained, found["rubele-italiana"].chained) == (False, True)


def test_as_known_then(house):
    closed = house.pool("fide-standard").lists()[1]
    before, after = (by_name(house, f"#{closed.position - at}") for at in (1, 0))
    assert (before["fide-standard"].lists, after["fide-standard"].lists) == (0, 1)
    assert before["fide-standard"].next_list == closed.period
    assert before["fide-standard"].players is None
    assert list(by_name(house, "#1")) == ["fide-standard"]  # the others were opened later


def test_a_list_without_publication_is_not_in_force(ledger_of):
    with open_house(str(ledger_of(UISP))) as house:
        row = by_name(house)["uisp"]
        assert row.in_force is not None
        assert row.last_list is not None
        assert row.in_force <= row.last_list


def test_the_command_shows_them(sample):
    shown = done("pool", "list", "--ledger", sample)
    assert "fide-standard" in shown
    rows = run("pool", "list", "--ledger", sample, "--format", "json").document["rows"]
    assert date.fromisoformat(rows[0]["editions"][0]["in_force_from"]) <= date(2026, 1, 1)
