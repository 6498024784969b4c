"""When a list is due: forty zones, twenty years of months and of announced days; and policies.

Quick, each zone has another tenth of the lists; with LEDGER_TEST_FULL=1 all.
"""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from apscheduler.triggers.cron import CronTrigger

from ledger.clock import microseconds
from ledger.events.pool import PeriodClosed, PoolOpened
from ops.closings.next_closing import Due, NotAnnounced, NotYet, deadline, due, due_day, policy_on
from ops.doors.remedies import as_command
from ops.words import language
from projections.rulebooks import rulebook
from projections.rulebooks.engine.calendars import Announced
from projections.state.closed_list import Closed
from projections.state.pool import PoolFacts
from tests.support.closing_service import at, policy
from tests.support.counts import FULL
from tests.support.due_instants import FIRST_YEAR, ZONES, first_after, firsts_of_months, mondays

PART = 1 if FULL else 10
DIGEST = "0" * 64


def facts(law: str, zone: str, first: str) -> PoolFacts:
    """A pool without lists."""
    return PoolFacts(PoolOpened(pool=law, rulebook=law, zone=zone, first_period=first))


def close(pool: PoolFacts, days) -> None:
    """Add the closing of a list."""
    event = PeriodClosed(
        pool=pool.opened.pool, period=days.period, list_date=days.list_date, cut_off=days.cut_off,
        through_position=0, layout="x", list_digest=DIGEST, record_digest=DIGEST, rows=0,
        numbers_digests={}, code_digest=DIGEST,
    )  # fmt: skip
    pool.closed.append(Closed(len(pool.closed) + 1, 0, event))


def due_instants(pool: PoolFacts, lists: int) -> list[int]:
    """The due instants of the next lists, each due then and not before."""
    found = []
    for _ in range(lists):
        following = due(pool, 0)
        assert isinstance(following, NotYet)
        assert due(pool, following.at - 1) == following
        assert due(pool, following.at) == Due(following.days, following.at)
        found.append(following.at)
        close(pool, following.days)
    return found


def wrong(instants: list[int], days: list[date], zone: str) -> int:
    """The number of lists not due at the end of the day before, and of missing lists."""
    expected = [first_after(day - timedelta(days=1), zone) for day in days]
    return len(set(expected) ^ set(instants)) + len(instants) - len(set(instants))


def test_there_are_forty_zones_and_twenty_years():
    assert (len(set(ZONES)), len(firsts_of_months())) == (40, 240)


@pytest.mark.parametrize("zone", ZONES)
def test_monthly_lists_are_due_when_the_month_before_has_ended(zone):
    share = len(firsts_of_months()) // PART
    begin = ZONES.index(zone) % PART * share
    days = firsts_of_months()[begin : begin + share]
    pool = facts("fide-standard", zone, days[0].isoformat()[:7])
    assert wrong(due_instants(pool, len(days)), days, zone) == 0


@pytest.mark.parametrize("zone", ZONES)
def test_announced_lists_are_due_when_their_cut_off_has_ended(zone):
    days = mondays()[ZONES.index(zone) % PART :: PART]
    pool = facts("rubele-italiana", zone, str(days[0]))
    for day in days:
        pool.announced[str(day)] = Announced(day, day - timedelta(days=1))
    assert wrong(due_instants(pool, len(days)), days, zone) == 0


def by_cron(zone: str) -> list[int]:
    """The first of every month at midnight, as found by APScheduler.

    Asked at each due instant for the next one, as a scheduler asks that has just run a job.
    """
    trigger = CronTrigger(day=1, hour=0, timezone=ZoneInfo(zone))
    fired, previous = [], datetime(FIRST_YEAR - 1, 12, 31, 12, tzinfo=UTC)
    for _ in firsts_of_months():
        previous = trigger.get_next_fire_time(previous, previous)
        fired.append(microseconds(previous))
    return fired


@pytest.mark.parametrize("zone", ["Europe/Rome", "America/Havana"])
def test_a_cron_trigger_is_caught_by_the_same_check(zone):
    """The negative control: months are left out where clocks change."""
    assert wrong(by_cron(zone), firsts_of_months(), zone) > 0


def test_a_cron_trigger_is_right_where_clocks_never_change():
    assert wrong(by_cron("Asia/Tokyo"), firsts_of_months(), "Asia/Tokyo") == 0


def test_quarters_are_due_ten_days_before_they_are_issued():
    pool = facts("uisp", "Europe/Rome", "2026-Q1")
    following = due(pool, 0)
    assert isinstance(following, NotAnnounced)
    assert language("en", as_command).say(following.reason) == (
        "uisp: the issue day of 2026-Q1 is not announced: announce it (`ledger list schedule "
        "uisp 2026-Q1 --issue-day ISSUE-DAY --cut-off CUT-OFF`)"
    )
    pool.announced["2026-Q1"] = rulebook("uisp").calendar.announce(
        "2026-Q1", date(2026, 1, 5), None
    )
    following = due(pool, 0)
    assert isinstance(following, NotYet)
    assert (following.at, due_day(following.days)) == (at("2025-12-27 00:00"), date(2025, 12, 27))


def test_an_announced_day_before_the_last_list_is_wrong():
    pool = facts("rubele-italiana", "Europe/Rome", "a")
    pool.announced |= {
        "a": Announced(date(2026, 1, 5), date(2026, 1, 1)),
        "b": Announced(date(2026, 2, 5), date(2026, 2, 1)),
    }
    following = due(pool, 0)
    assert isinstance(following, NotYet)
    close(pool, following.days)
    pool.announced["a"] = Announced(date(2026, 1, 1), date(2026, 1, 1))
    pool.announced["b"] = Announced(date(2026, 1, 4), date(2026, 1, 2))
    following = due(pool, 0)
    assert isinstance(following, NotAnnounced)
    assert following.wrong


# ------------------------------------------------------------------------------------------ policy

JULY, AUGUST = date(2025, 7, 1), date(2025, 8, 1)


@pytest.mark.parametrize(
    ("day", "mode"),
    [(date(2025, 6, 30), None), (JULY, "hold"), (date(2025, 7, 31), "hold"), (AUGUST, "proceed")],
)
def test_a_policy_is_in_force_from_its_day_on_whatever_the_order_of_recording(day, mode):
    both = [policy(in_force_from=AUGUST), policy(mode="hold", in_force_from=JULY)]
    for recorded in (both, both[::-1]):
        found = policy_on(recorded, day)
        assert (found.mode if found else None) == mode


def test_a_deadline_counts_days_from_the_due_day_on():
    days = rulebook("fide-standard").calendar.due("2025-08", {})
    held = policy(mode="hold", deadline_days=3)
    assert deadline(held, days, "Europe/Rome") == at("2025-08-04 00:00")
    assert deadline(policy(mode="hold"), days, "Europe/Rome") is None
    assert deadline(policy(), days, "Europe/Rome") is None


def test_the_days_tried_follow_each_other():
    for days in (firsts_of_months(), mondays()):
        assert all(earlier < later for earlier, later in pairwise(days))
