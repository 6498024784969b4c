"""Limits of plausibility: below, on, above; dated; refused by the ledger, with a way past."""

from datetime import date, timedelta
from typing import Any

import pytest

from ledger import columns, plausible
from ledger.errors import BadEvent
from ledger.events.external import ExternalListRecorded
from ledger.events.pool import EntryCapitalDecided, ParameterSet, RatingsAdjusted
from ledger.events.tournament import Details, TournamentDetailsCorrected, TournamentRegistered
from ledger.plausible import Implausible
from ledger.store.ledger import Ledger
from ledger.store.requests import NewEvent, Request
from tests.support.store_facts import SetClock

TODAY = date(2026, 1, 2)
DAY = timedelta(days=1)


def tournament(start=TODAY, end=None, **said):
    """A tournament of a day, or until an end."""
    days: dict[str, Any] = {"start": start, "end": end or start}
    return TournamentRegistered(tournament="T", name="Open", pools=("p",), **days, **said)


def corrected(**details):
    return TournamentDetailsCorrected(tournament="T", by="body", details=Details(**details))


def decided(rating):
    rating = columns.write([1500, rating], columns.RATING)
    player = columns.write([1, 2], columns.PLAYER)
    return EntryCapitalDecided(pool="p", player=player, rating=rating, by="body")


def adjusted(before, after):
    player = columns.write([1], columns.PLAYER)
    before, after = (columns.write([value], columns.RATING) for value in (before, after))
    return RatingsAdjusted(pool="p", player=player, before=before, after=after, by="body")


def listed(**values):
    """A list of another body with a single player."""
    about: dict[str, Any] = {
        "body": "b",
        "list": "l",
        "list_date": TODAY,
        "file": "0" * 64,
        "file_rows": 1,
    }
    return ExternalListRecorded(**about, player=columns.write([1], columns.PLAYER), values=values)


def categories(threshold):
    rows = (("Third", 0), ("Master", threshold), ("Grandmaster", None))
    about: dict[str, Any] = {"pool": "p", "name": "categories", "unit": "points", "by": "body"}
    return ParameterSet(**about, rows=rows, in_force_from=TODAY)


RIGHT = [
    tournament(date(1950, 1, 1)),
    tournament(TODAY + 1830 * DAY),
    tournament(end=TODAY + 399 * DAY),
    corrected(start=date(2025, 1, 1), end=date(2025, 12, 31)),
    tournament(time_control="40/28800+300"),
    tournament(time_control="W300-B240"),
    tournament(time_control="as agreed"),
    tournament(time_control="3+2"),
    tournament(time_control="1:30 + 10 from move 1"),
    decided(7000),
    decided(0),
    adjusted(9999, 2400),
    listed(rating="7000", rating_k="9999", rating_games="9999", inactive="0001"),
    categories(7000),
]

WRONG = [
    (tournament(date(1700, 5, 1)), "start", "1700-05-01"),
    (tournament(date(1949, 12, 31)), "start", "1949-12-31"),
    (tournament(TODAY + 1831 * DAY), "start", "2031-01-07"),
    (tournament(end=TODAY + 400 * DAY), "end", "401"),
    (tournament(round_days=(TODAY, date(2205, 1, 2))), "round_days 2", "2205-01-02"),
    (corrected(registered_on=date(205, 1, 2)), "details registered_on", "0205-01-02"),
    (corrected(start=date(2016, 1, 1), end=date(2026, 1, 1)), "details end", "3654"),
    (tournament(time_control="40/28801"), "time_control 40/28801", "28801"),
    (tournament(time_control="5400+301"), "time_control 5400+301", "301"),
    (tournament(time_control="W300-B28801"), "time_control W300-B28801", "28801"),
    (tournament(time_control="6000:0"), "time_control 6000:0", "0"),
    (decided(7001), "rating, row 2", "7001"),
    (decided(9999), "rating, row 2", "9999"),
    (adjusted(2400, 9999), "after, row 1", "9999"),
    (listed(rating="9999"), "values rating, row 1", "9999"),
    (categories(7001), "rows Master", "7001"),
]


@pytest.mark.parametrize("fact", RIGHT, ids=repr)
def test_what_may_be_is_no_slip(fact):
    plausible.check(fact, lambda: TODAY)


@pytest.mark.parametrize(("fact", "field", "found"), WRONG, ids=repr)
def test_a_slip_is_named_with_its_field_its_value_and_what_is_expected(fact, field, found):
    with pytest.raises(Implausible) as refused:
        plausible.check(fact, lambda: TODAY)
    (refusal,) = refused.value.refusals()
    assert (refusal.field, refusal.found) == (field, found)
    assert str(refusal.expected) in str(refused.value)
    assert "--values-are-right" in str(refused.value)


def test_every_limit_has_its_day_its_unit_and_its_reason():
    for quantity in ("rating", "birth_year", "year", "days_ahead", "tournament_days"):
        for limit in plausible.limits_of(quantity):
            assert limit.least < limit.most
            assert limit.unit
            assert limit.says


def test_a_limit_holds_from_its_day(monkeypatch):
    first, second = (
        plausible.Limit(date(year, 1, 1), 1, most, "points", "x")
        for year, most in ((2000, 10), (2020, 20))
    )
    monkeypatch.setattr(plausible, "limits_of", lambda _: (first, second))
    days = [date(1999, 1, 1), date(2019, 12, 31), date(2020, 1, 1)]
    assert [plausible.limit_on("rating", day) for day in days] == [first, first, second]


@pytest.fixture
def ledger(tmp_path):
    """A ledger at the day of these tests."""
    with Ledger.create(str(tmp_path / "a"), "example.org", "Europe/Rome", SetClock()) as made:
        yield made


def test_the_ledgers_door_refuses_a_slip_by_whichever_way_it_comes(ledger):
    """A request holds up no other; nothing of the refused request is recorded."""
    slip = Request("slip", (NewEvent(tournament()), NewEvent(decided(9999))))
    right = Request("right", (NewEvent(tournament()),))
    refused, receipt = ledger.append_many([slip, right])
    assert isinstance(refused, Implausible)
    assert (receipt.first_position, receipt.last_position) == (1, 1)
    with pytest.raises(Implausible):
        ledger.append(slip)
    with pytest.raises(Implausible):
        ledger.append_under_lock(lambda: slip)
    assert ledger.read.head().next_position == 2


def test_who_says_that_the_values_are_right_has_them_recorded(ledger):
    """A repetition gets the receipt also without the confirmation; a key that begins another is no
    key.
    """
    slip = Request("slip", (NewEvent(decided(9999)),))
    ledger.values_are_right = True
    assert not ledger.append(slip).replayed
    ledger.values_are_right = False
    assert ledger.append(slip).replayed
    with pytest.raises(Implausible):
        ledger.append(Request("sli", slip.events))


def test_a_clock_that_is_behind_makes_no_day_of_now_a_far_one(ledger):
    """The clock is refused separately."""
    ledger.clock.now = 0
    with pytest.raises(Exception, match="clock") as refused:
        ledger.append(Request("a", (NewEvent(tournament()),)))
    assert not isinstance(refused.value, Implausible | BadEvent)
