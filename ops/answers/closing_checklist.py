"""The checklist of a closing: a trial run, and the facts required before a list.

Readings: a tournament that ended by the cut-off and has neither report nor cancellation is a
missing report, however old it is. A report in parts is looked at if the tournament ended after the
cut-off of the list before. A verification is green for a week.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final, Literal

import msgspec

from ledger.errors import Refused
from ledger.events.report import ReportPartSubmitted
from ledger.store.proposals import Proposal
from ledger.wording import counted, duration
from ops.answers.appeals import open_appeals
from ops.answers.tournaments import TournamentsAsked, tournaments_of
from ops.commands import close_period
from ops.commands.background_runs import Run
from ops.commands.close_period import OutOfOrder
from ops.commands.sealing import Sealed
from ops.house import House
from projections.queries import PoolQuery
from projections.rulebooks.engine.calendars import Due
from projections.rulebooks.engine.rulebook import OutsideRulebook
from projections.state.law import Law, LawChanged
from projections.state.reports import Announcement

VERIFIED_WITHIN_US: Final = 7 * 86_400 * 1_000_000
"""Age up to which a verification is green."""

Check = Literal[
    "law",
    "carry-over",
    "order",
    "trial-run",
    "undecided-entries",
    "undecided-by-correction",
    "withheld-tournaments",
    "unapproved-games",
    "outside-rulebook",
    "other-lists",
    "missing-reports",
    "missing-parts",
    "open-appeals",
    "suspended-effects",
    "verification",
    "open-proposals",
]
BLOCKING: Final[frozenset[Check]] = frozenset({"law", "carry-over", "order", "trial-run"})
"""Checks without which the closing is refused, after a deadline too."""

HOLDING: Final[frozenset[Check]] = frozenset({"suspended-effects"})
"""Checks for which the service waits whatever the policy; a person may still close."""


class ChecklistItem(msgspec.Struct, frozen=True):
    """A check before a closing."""

    check: Check
    green: bool
    says: str
    where: tuple[str, ...] = ()
    """Tournaments, lists or proposals concerned."""
    remedy: str = ""


def checklist(
    house: House, pool: PoolQuery, days: Due, *, trial: bool
) -> tuple[ChecklistItem, ...]:
    """Return the checks of the next closing; with `trial` the list is computed as if closed now."""
    found = [_law(pool, days), _carry_over(pool)]
    if trial and all(item.green for item in found):
        found += _trial_run(house, pool.name, days.period)
    found += [_missing_reports(pool, days), _missing_parts(pool, days)]
    found += _appeals(house, pool.name)
    return tuple(found)


def _law(pool: PoolQuery, days: Due) -> ChecklistItem:
    try:
        edition = Law(pool.facts).edition_of_list(days.list_date)
    except (LawChanged, OutsideRulebook) as error:
        remedy = f"ledger pool adopt {pool.name} EDITION"
        return ChecklistItem("law", False, str(error), remedy=remedy)
    return ChecklistItem("law", True, f"edition {edition.name} covers {days.list_date}")


def _carry_over(pool: PoolQuery) -> ChecklistItem:
    carried = pool.facts.carried
    if carried and not carried[-1].last_part:
        remedy = f"ledger pool carry-over {pool.name} FILE --on DAY --source LIST"
        return ChecklistItem("carry-over", False, "ratings carried over in part", remedy=remedy)
    return ChecklistItem("carry-over", True, "complete")


def _refusal(pool: str, error: Refused | OutsideRulebook) -> ChecklistItem:
    """Return the failed check of a refused closing."""
    check: Check = "order" if isinstance(error, OutOfOrder) else "trial-run"
    reasons = [reason.remedy for reason in error.refusals()] if isinstance(error, Refused) else []
    remedy = str(reasons[0] or "") if reasons else ""
    return ChecklistItem(check, False, f"{pool}: {error}", remedy=remedy)


def _trial_run(house: House, pool: str, period: str) -> Iterator[ChecklistItem]:
    try:
        sealed = close_period.preview(house, pool, period)
    except (Refused, OutsideRulebook) as error:
        yield _refusal(pool, error)
        return
    findings = f"ledger pool findings {pool} "
    yield _counted("undecided-entries", "entry needs", "entries need", sealed.undecided, findings)
    by_correction = sealed.undecided_by_correction
    entering = "ledger event record entry-capital-decided"
    yield _counted(
        "undecided-by-correction", "entry needs", "entries need", by_correction, entering
    )
    withheld = sealed.withheld
    yield _counted(
        "withheld-tournaments", "tournament needs", "tournaments need", withheld, findings
    )
    yield _unapproved(sealed, findings)
    yield _outside(sealed)
    yield _other_lists(sealed)


def _counted(check: Check, one: str, many: str, where: Sequence[str], remedy: str) -> ChecklistItem:
    names = tuple(dict.fromkeys(where))
    remedy = remedy + names[0] if names and remedy.endswith(" ") else remedy
    says = f"{counted(len(where), one, many)} a decision"
    return ChecklistItem(check, not names, says, names, remedy if names else "")


def _unapproved(sealed: Sealed, findings: str) -> ChecklistItem:
    games = sum(number for _, number in sealed.unapproved)
    names = tuple(name for name, _ in sealed.unapproved)
    says = f"{counted(games, 'game counts', 'games count')} without an approval"
    remedy = findings + names[0] if names else ""
    return ChecklistItem("unapproved-games", not names, says, names, remedy)


def _outside(sealed: Sealed) -> ChecklistItem:
    says = f"{counted(sealed.outside, 'tournament', 'tournaments')} outside the rulebook"
    remedy = f"ledger pool adopt {sealed.pool} EDITION" if sealed.outside else ""
    return ChecklistItem("outside-rulebook", not sealed.outside, says, remedy=remedy)


def _other_lists(sealed: Sealed) -> ChecklistItem:
    lists = tuple(f"{pool} {period}" for pool, period in sealed.unseen)
    says = f"{counted(len(lists), 'earlier list', 'earlier lists')} of other pools not closed"
    remedy = f"ledger list close {lists[0]}" if lists else ""
    return ChecklistItem("other-lists", not lists, says, lists, remedy)


def _missing_reports(pool: PoolQuery, days: Due) -> ChecklistItem:
    announced = pool.official.facts.announcements
    rows = tournaments_of([pool], TournamentsAsked(state="announced")).rows
    names = tuple(
        row.tournament for row in rows if row.end <= _last_day(days, announced[row.tournament])
    )
    says = f"{counted(len(names), 'tournament', 'tournaments')} past the end without a report"
    remedy = f"ledger tournament import FILE --pool {pool.name}" if names else ""
    return ChecklistItem("missing-reports", not names, says, names, remedy)


def _missing_parts(pool: PoolQuery, days: Due) -> ChecklistItem:
    last = pool.facts.last_closed()
    since = last.event.cut_off if last else date.min
    announced = pool.official.facts.announcements.items()
    ended = [
        name
        for name, about in announced
        if about.reported and pool.name in about.pools and about.days
        if since < about.days[1] <= _last_day(days, about)
    ]
    names = tuple(_without_last_part(pool, ended))
    says = f"{counted(len(names), 'report lacks', 'reports lack')} the last part"
    remedy = f"ledger tournament show {names[0]}" if names else ""
    return ChecklistItem("missing-parts", not names, says, names, remedy)


def _without_last_part(pool: PoolQuery, tournaments: Sequence[str]) -> Iterator[str]:
    read = pool.official.ledger.read
    streams = {f"tournament-{name}": name for name in tournaments}
    for stream in sorted(read.streams_with(streams, [ReportPartSubmitted.TYPE])):
        parts = (event.decoded().payload for event in read.stream(stream, ReportPartSubmitted.TYPE))
        if not any(part.last_part for part in parts):
            yield streams[stream]


def _appeals(house: House, pool: str) -> Iterator[ChecklistItem]:
    """Yield the checks of the open appeals of a pool, and of the acts suspended by them."""
    appeals = open_appeals(house, pool)
    names = tuple(appeal.id for appeal in appeals)
    says = counted(len(names), "open appeal")
    remedy = f"ledger appeal list --pool {pool} --state open" if names else ""
    yield ChecklistItem("open-appeals", not names, says, names, remedy)
    suspended = {one.id: one.suspension.effect for one in appeals if one.suspension}
    holds = "holds" in suspended.values()
    says = f"{counted(len(suspended), 'contested act')} suspended by an appeal"
    remedy = f"ledger appeal show {next(iter(suspended))}" if suspended else ""
    yield ChecklistItem("suspended-effects", not holds, says, tuple(suspended), remedy)


def _last_day(days: Due, about: Announcement) -> date:
    return days.last_official_day if about.official else days.cut_off


def open_proposals(pool: str, waiting: Sequence[Proposal]) -> ChecklistItem:
    """Return the check of the proposals of a pool that wait for an approval."""
    names = tuple(str(one.number) for one in waiting if pool in one.pools)
    says = f"{counted(len(names), 'proposal waits', 'proposals wait')} for an approval"
    remedy = f"ledger proposal list --pool {pool} --state open" if names else ""
    return ChecklistItem("open-proposals", not names, says, names, remedy)


def verification(run: Run, now: int) -> ChecklistItem:
    """Return the check of the last verification at an instant (µs)."""
    age = max(0, now - run.ended_at)
    green = run.outcome == "good" and age <= VERIFIED_WITHIN_US
    ended = f"ended well {duration(age)} ago" if run.outcome == "good" else "did not end well"
    says = f"the last verification {ended}: {counted(run.faults, 'fault')}"
    return ChecklistItem("verification", green, says, remedy="" if green else "ledger schedule run")
