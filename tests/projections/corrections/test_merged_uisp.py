"""Two players of Elo UISP merged and separated, by hand."""

from collections.abc import Iterator

import pytest

from ledger.events.register import PlayersMerged, PlayersSeparated
from tests.support.recording import record
from tests.support.uisp_events import Q1, Q2, Q4, an_office_of, event, lines, ratings
from tests.support.uisp_office import Office
from tests.support.verified_worlds import verify


@pytest.fixture
def office(tmp_path) -> Iterator[Office]:
    """1 to 4 have 1500; 5 and 6 have no rating and stand on FIDE's list of August, 5 with 1620."""
    with an_office_of(str(tmp_path / "ledger")) as made:
        yield made
        assert verify(made.ledger).faults == []


def merge(office: Office, kept: int, merged: int) -> int:
    return record(office.ledger, "merge", PlayersMerged(kept=kept, merged=merged, by="uisp"))


def separate(office: Office, at: int, kept: int, merged: int) -> int:
    fact = PlayersSeparated(merge=at, kept=kept, merged=merged, by="uisp")
    return record(office.ledger, "separate", fact)


def counters(office: Office, player: int, period: str) -> tuple[int, int]:
    """Games and tournaments so far."""
    pool = office.pool()
    fields = pool.state(player, pool.list_of(period).number).fields
    return fields["games"], fields["tournaments_played"]


def test_units_are_computed_again_with_the_games_of_both_and_a_separation_takes_them_back(office):
    """Readings `merged_players`, `separated_players`: a win each (+15) is +30 as a single
    player.
    """
    office.submit(event("A", "2025-08-01", 1, "3 1"))
    office.submit(event("B", "2025-08-02", 2, "4 1"))
    office.closed(Q4)
    before = counters(office, 1, Q4)
    at = merge(office, 1, 2)
    office.closed(Q1)
    assert ratings(office, 1, Q4, Q1) == [1515, 1530]
    assert ratings(office, 2, Q4, Q1) == [1515, 0]
    assert ratings(office, 4, Q4, Q1) == [1485, 1485]
    assert lines(office, 1, Q1) == [("merge", 15)]
    both = tuple(one + other for one, other in zip(before, counters(office, 2, Q4), strict=True))
    assert counters(office, 1, Q1) == both
    separate(office, at, 1, 2)
    office.closed(Q2)
    assert ratings(office, 1, Q2) == [1515]
    assert ratings(office, 2, Q2) == [1515]
    assert lines(office, 1, Q2) == [("merge", -15)]
    assert counters(office, 1, Q2) == before


def test_where_only_one_was_rated_this_rating_goes_on(office):
    """5 has no rating; 1 has 1515 after a win, and is merged into 5."""
    office.submit(event("A", "2025-08-01", 1, "3 1"))
    office.closed(Q4)
    merge(office, 5, 1)
    office.closed(Q1)
    assert ratings(office, 1, Q1) == [0]
    assert ratings(office, 5, Q1) == [1515]
    assert lines(office, 5, Q1) == []


def test_a_merge_and_a_separation_in_one_open_quarter_leave_the_list_as_without_them(tmp_path):
    digests = set()
    for merged in (False, True):
        with an_office_of(str(tmp_path / str(merged))) as office:
            office.submit(event("A", "2025-08-01", 1, "3 1"))
            office.submit(event("B", "2025-08-02", 2, "4 1"))
            office.closed(Q4)
            if merged:
                separate(office, merge(office, 1, 2), 1, 2)
            digests.add(office.close(Q1).event.list_digest)
    assert len(digests) == 1


def test_in_an_open_quarter_reports_count_as_if_they_named_the_kept_player(office):
    office.closed(Q4)
    office.submit(event("B", "2025-11-02", 2, "4 1"))
    merge(office, 1, 2)
    office.closed(Q1)
    assert ratings(office, 1, Q1) == [1515]
    assert ratings(office, 2, Q1) == [0]
