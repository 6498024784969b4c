"""Corrections reading by reading: the facts taken by a list, the facts left, and the findings."""

from collections.abc import Iterator
from datetime import date

import pytest
from msgspec import structs

from ledger.events.pool import PoolOpened
from ops.house import House
from ops.pools.recordings import AdoptEdition
from projections.state.history import tournament_history
from tests.oracles.world import Tournament
from tests.support.chess_desk import Desk, at_a_desk, part, replacement
from tests.support.recording import ZONE, submit
from tests.support.spoiling import details_corrected, reassigned, result_corrected
from tests.support.verified_worlds import verify
from tests.support.worlds import FIDE, PERIODS, games, won

JULY = won("A", "2025-07-05", "2025-07-10")


@pytest.fixture
def desk(tmp_path) -> Iterator[Desk]:
    with at_a_desk(str(tmp_path / "ledger")) as made:
        yield made
        assert verify(made.ledger).faults == []


DRAWN = result_corrected("A", 0, "==")


# ---------------------------------------------------------------- what stood when the facts end


@pytest.mark.parametrize(("through", "rating"), [(-1, 2010), (0, 2000), (1, 2000)])
def test_a_list_takes_a_result_as_it_stood_at_its_position(desk, through, rating):
    """The position before the correction, at the correction, and after."""
    report = submit(desk.ledger, JULY, FIDE)
    corrected = desk.record(DRAWN(report))
    submit(desk.ledger, won("B", "2025-09-05", "2025-09-10"), FIDE)
    desk.close("2025-08", corrected + through)
    assert desk.rating(1, "2025-08") == rating


def test_a_correction_after_the_position_of_a_closing_is_late_though_the_list_came_after(desk):
    report = submit(desk.ledger, JULY, FIDE)
    corrected = desk.record(DRAWN(report))
    desk.close("2025-08", report)
    desk.close("2025-09")
    late = f"later: #{corrected} (result corrected) was recorded after list 2025-08 had booked"
    assert desk.findings()[-1].startswith(late)
    assert [desk.rating(1, period) for period in PERIODS[:2]] == [2010, 2000]


def test_a_correction_of_a_booked_report_is_booked_on_the_next_list(desk):
    report = submit(desk.ledger, JULY, FIDE)
    desk.close("2025-08")
    corrected = desk.record(DRAWN(report))
    said = f"#{corrected} (result corrected) was recorded after list 2025-08 had booked the report"
    waits = f"open: {said}, which stays as sealed: the next list books what it changes"
    assert waits in desk.findings()
    desk.close("2025-09")
    assert [desk.rating(1, period) for period in PERIODS[:2]] == [2010, 2000]
    booked = f"later: {said}, which stays as sealed: what it changes is booked on list 2025-09"
    assert booked in desk.findings()


@pytest.mark.parametrize("closed_first", [True, False])
def test_a_new_report_of_a_booked_one_is_not_booked_a_second_time(desk, closed_first):
    """Recorded after the list, or between the list's position and the list."""
    report = submit(desk.ledger, JULY, FIDE)
    if closed_first:
        desk.close("2025-08")
    new = desk.record(replacement(JULY, report))
    if not closed_first:
        desk.close("2025-08", report)
    desk.close("2025-09")
    newer = desk.record(replacement(JULY, new))
    desk.close("2025-10")
    assert [desk.rating(1, period) for period in PERIODS[:3]] == [2010, 2010, 2010]
    assert [booking.position for booking in desk.pool().bookings_of("A")] == [report]
    late = [finding for finding in desk.findings() if "which stays as sealed" in finding]
    assert len(late) == 2
    assert f"#{newer} (report replaced)" in late[1]


def test_what_is_known_at_a_position_knows_no_later_correction(desk):
    report = submit(desk.ledger, JULY, FIDE)
    desk.close("2025-08")
    corrected = desk.record(DRAWN(report))
    assert desk.findings(known=corrected - 1) == []
    assert len(desk.findings(known=corrected)) == 1
    assert desk.findings(known=report)[0].startswith("open: not on a list yet")


# ------------------------------------------------------------------------- what has no effect


def test_a_correction_of_a_report_that_was_replaced_has_no_effect(desk):
    report = submit(desk.ledger, JULY, FIDE)
    new = desk.record(replacement(JULY, report))
    vain = [desk.record(DRAWN(report)), desk.record(replacement(JULY, report))]
    desk.close("2025-08")
    assert desk.rating(1, "2025-08") == 2010
    assert [booking.position for booking in desk.pool().bookings_of("A")] == [new]
    for each in vain:
        assert any(f"#{each} " in said and "did not stand" in said for said in desk.findings())


def test_corrections_end_with_the_report_they_corrected(desk):
    report = submit(desk.ledger, JULY, FIDE)
    desk.record(DRAWN(report))
    desk.record(replacement(JULY, report))
    desk.close("2025-08")
    assert desk.rating(1, "2025-08") == 2010


@pytest.mark.parametrize(
    ("fact", "why"),
    [
        (result_corrected("A", 1, "=="), "no such game"),
        (reassigned("A", 2, 3), "no such entrant"),
        (reassigned("A", 0, 2), "stood in the report already"),
        (reassigned("A", 0, 10**8), "no such player"),
        (details_corrected("A", start=date(2025, 7, 11)), "start after its end"),
    ],
)
def test_what_would_be_no_report_has_no_effect(desk, fact, why):
    report = submit(desk.ledger, JULY, FIDE)
    desk.record(fact(report))
    desk.close("2025-08")
    assert desk.rating(1, "2025-08") == 2010
    assert any(why in finding for finding in desk.findings())


def test_the_later_of_two_corrections_holds(desk):
    report = submit(desk.ledger, JULY, FIDE)
    for both in ("==", "01"):
        desk.record(result_corrected("A", 0, both)(report))
    for player in (2, 3):
        desk.record(reassigned("A", 1, player)(report))
    desk.close("2025-08")
    assert [desk.rating(each, "2025-08") for each in (1, 2, 3)] == [1990, 2000, 2010]


# --------------------------------------------------------------------------------------- days


def test_corrected_days_hold_for_the_report_and_decide_its_list(desk):
    submit(desk.ledger, JULY, FIDE)
    desk.record(details_corrected("A", end=date(2025, 8, 10))(0))
    desk.close("2025-08")
    desk.close("2025-09")
    assert [desk.rating(1, period) for period in PERIODS[:2]] == [2000, 2010]
    (booked,) = desk.pool().bookings_of("A")
    assert (booked.starts, booked.ends) == (date(2025, 7, 5), date(2025, 8, 10))


def test_a_new_report_says_its_own_days_again_but_not_its_pools(desk):
    """Days are the report's; name, pools, official status the tournament's."""
    report = submit(desk.ledger, JULY, FIDE)
    desk.record(details_corrected("A", end=date(2025, 8, 10))(0))
    desk.record(replacement(JULY, report))
    desk.close("2025-08")
    assert desk.rating(1, "2025-08") == 2010
    other = submit(desk.ledger, won("B", "2025-08-01", "2025-08-02"), FIDE)
    desk.record(details_corrected("B", pools=("elsewhere",))(0))
    desk.record(replacement(won("B", "2025-08-01", "2025-08-02"), other))
    desk.close("2025-09")
    assert desk.rating(1, "2025-09") == 2010


def test_an_official_event_passes_the_cut_off_by_its_last_day(desk):
    """List of August 2025: ended by 29 July, official events by the last day, 31 July."""
    for name in "AB":
        submit(desk.ledger, won(name, "2025-07-20", "2025-07-31"), FIDE)
    desk.record(details_corrected("A", official_event=True)(0))
    desk.close("2025-08")
    assert [booking.tournament for booking in desk.pool().bookings(1)] == ["A"]


# -------------------------------------------------------------------------------------- pools


def opened_beside(desk: Desk, pool: str) -> None:
    """A second pool under the same rulebook."""
    desk.record(PoolOpened(pool=pool, rulebook=FIDE, zone=ZONE, first_period=PERIODS[0]))
    for edition in ("2024-03-01", "2025-10-01"):
        AdoptEdition(pool=pool, edition=edition).record(House(desk.ledger))


def test_a_tournament_leaves_one_pool_and_enters_another(desk):
    submit(desk.ledger, JULY, FIDE)
    opened_beside(desk, "second")
    desk.record(details_corrected("A", pools=("second",))(0))
    desk.close("2025-08")
    desk.close("2025-08", pool="second")
    assert desk.rating(1, "2025-08") == 2000
    assert [booking.tournament for booking in desk.pool(name="second").bookings(1)] == ["A"]


def test_a_pool_books_what_it_has_not_booked_though_another_pool_has(desk):
    submit(desk.ledger, JULY, FIDE)
    desk.close("2025-08")
    opened_beside(desk, "second")
    desk.record(details_corrected("A", pools=(FIDE, "second"))(0))
    desk.close("2025-08", pool="second")
    desk.close("2025-09")
    assert [booking.tournament for booking in desk.pool(name="second").bookings(1)] == ["A"]
    assert desk.pool().bookings(2) == []


def test_a_corrected_report_waits_for_a_pool_that_is_opened_later(desk):
    report = submit(desk.ledger, JULY, "second")
    desk.record(result_corrected("A", 0, "01")(report))
    opened_beside(desk, "second")
    desk.close("2025-08", pool="second")
    (booked,) = desk.pool(name="second").bookings(1)
    assert booked.position == report


# -------------------------------------------------------------------------------------- parts


def test_each_part_of_a_long_event_is_booked_on_the_list_of_its_own_days(desk):
    """The second part began when the list of August was in force: 2010 against 1990, +9."""
    long = [won("A", "2025-07-05", "2025-07-25"), won("A", "2025-08-01", "2025-08-20")]
    first = submit(desk.ledger, JULY, FIDE)
    first = desk.record(structs.replace(replacement(long[0], first), part=1))
    second = desk.record(part(long[1], 2, last=True))
    desk.close("2025-08")
    assert desk.findings() == [
        "open: not on a list yet: the first after 2025-08 takes it whose cut-off "
        "is not before its end, 2025-08-20"
    ]
    desk.close("2025-09")
    assert [booking.position for booking in desk.pool().bookings_of("A")] == [first, second]
    assert [desk.rating(1, period) for period in PERIODS[:2]] == [2010, 2019]


def test_corrected_days_of_an_event_in_parts_are_those_of_its_first_and_last(desk):
    parts = (won("P", "2025-08-01", "2025-08-20"), won("P", "2025-07-05", "2025-07-25"))
    announced = details_corrected("P", name="Parts", pools=(FIDE,))(0)
    desk.record(announced, part(parts[0], 2, last=True), part(parts[1], 1))
    desk.record(details_corrected("P", start=date(2025, 7, 2), end=date(2025, 8, 30))(0))
    history = tournament_history(desk.ledger.read.stream("tournament-P"))
    assert [(tournament.start.day, tournament.end.day) for tournament in history.in_order()] == [
        (2, 25),
        (1, 30),
    ]


def test_parts_on_the_same_days_stand_in_the_order_of_their_numbers(desk):
    played = Tournament("P", date(2025, 7, 5), date(2025, 7, 6), games(1, "2 1"))
    desk.record(details_corrected("P", name="Parts", pools=(FIDE,))(0))
    numbers = (10, 2, 1)
    at = {number: desk.record(part(played, number)) for number in numbers}
    desk.close("2025-08")
    booked = [booking.position for booking in desk.pool().bookings(1)]
    assert booked == [at[number] for number in sorted(numbers)]
