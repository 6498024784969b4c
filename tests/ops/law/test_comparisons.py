"""Comparisons of editions with their texts: the last known comparison, and the day of the next."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from ledger.errors import Refused
from ledger.events.rules import RulesCompared
from ledger.store.ledger import Ledger
from ops.answers.rules import rules_of_pool
from ops.closings import receipts as closings
from ops.closings.closing_checklist import conditions
from ops.closings.recordings import CloseList
from ops.events.decide import decide
from ops.house import open_house
from ops.law import comparisons
from ops.upkeep.service_state import service_state
from projections.official.shared import SharedOfficial
from projections.rulebooks import rulebook
from projections.rulebooks.engine.rulebook import OutsideRulebook

EDITION = rulebook("fide-standard").editions[-1]
TODAY = date(2026, 3, 1)


def compared(day: date, edition: str = EDITION.name) -> RulesCompared:
    return RulesCompared(rulebook="fide-standard", edition=edition, compared_on=day, by="fide-qc")


def noon_after(day: date, days: int) -> int:
    """The instant of noon so many days after a day, in microseconds since 1970."""
    noon = datetime(day.year, day.month, day.day, 12, tzinfo=UTC) + timedelta(days)
    return int(noon.timestamp()) * 1_000_000


def compared_today(ledger: Path) -> date:
    """Record a comparison of today."""
    with open_house(str(ledger)) as house:
        decide(house, compared(house.today()))
        return house.today()


@pytest.mark.parametrize(("days", "is_due"), [(119, False), (120, False), (121, True)])
def test_a_comparison_is_due_after_120_days(days, is_due):
    found = comparisons.due(TODAY - timedelta(days), TODAY)
    assert bool(found) is is_due


def test_an_edition_that_nobody_compared_is_due():
    says = str(comparisons.due(None, TODAY))
    assert says == "the code was never compared with the text"


def test_the_day_of_comparison_follows_what_is_known(copy):
    with open_house(str(copy)) as house:
        before = house.read.head().next_position - 1
        today = house.today()
        decide(house, compared(today))
        now = house.read.head().next_position - 1
        later = comparisons.last_compared(house.read, EDITION, now)
        earlier = comparisons.last_compared(house.read, EDITION, before)
        assert (later, earlier) == (today, None)
        about = rules_of_pool(house, "fide-standard", today).about
        assert about.compared == later


@pytest.mark.parametrize(("days", "is_due"), [(119, False), (121, True)])
def test_the_checklist_has_a_hint_that_stops_nobody(copy, days, is_due):
    day = compared_today(copy)
    with open_house(str(copy), clock=lambda: noon_after(day, days)) as house:
        pool = house.pool("fide-standard")
        days_of_list = pool.law.calendar.due("2026-04", pool.facts.announced)
        found = conditions(house, pool, days_of_list, trial=False)
    (item,) = (item for item in found.checklist() if item.check == "rules-compared")
    assert item.green
    assert bool(item.remedies) is is_due
    assert ("was last compared" in str(item.says)) is is_due
    assert all(row.stops == "nobody" for row in found.rows if row.check == item.check)


@pytest.mark.parametrize(("days", "is_due"), [(119, False), (121, True)])
def test_the_preview_of_a_closing_has_the_same_hint(copy, days, is_due):
    day = compared_today(copy)
    with (
        open_house(str(copy), clock=lambda: noon_after(day, days)) as house,
        house.tentatively() as tentative,
    ):
        found = closings.list_sealed(tentative, CloseList(pool="fide-standard").record(tentative))
    says = "fide-standard 2025-10-01: the code was last compared with the text on"
    assert any(says in str(note) for note in found.notes) is is_due
    checks = {item.check for item in found.about["hints"]}
    assert ("rules-compared" in checks) is is_due


def test_the_state_of_the_service_names_the_pools_to_compare(copy):
    day = compared_today(copy)
    for days, named in ((119, False), (121, True)):
        with Ledger.open(str(copy), lambda: noon_after(day, days)) as ledger:  # noqa: B023 - called within the turn
            track = SharedOfficial(ledger)
            found = service_state(ledger, track).not_compared
            track.close()
        assert ("fide-standard" in found) is named


def test_a_comparison_of_an_unknown_edition_or_on_a_day_to_come_is_refused(copy):
    with open_house(str(copy)) as house:
        with pytest.raises(OutsideRulebook):
            decide(house, compared(house.today(), "2019-01-01"))
        with pytest.raises(Refused, match="is to come"):
            decide(house, compared(house.today() + timedelta(1)))
