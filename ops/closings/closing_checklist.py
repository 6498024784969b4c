"""The conditions of the next list: those not met, and the checklist made of them.

Readings: a report in parts is looked at if the tournament ended after the cut-off of the list
before. A verification is green for a week.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import msgspec

from ledger.appeals.folding import open_appeals
from ledger.errors import words_of
from ledger.intake.import_report.same_event import waiting as waiting_files
from ledger.sentences import Count, ListName, Remedy, Sentence, plain
from ledger.store.proposals import Proposal, Proposals
from ledger.store.withheld import Withheld
from ops.answers import open_decisions, same_events
from ops.answers.closing_conditions import (
    KINDS,
    Check,
    NextList,
    UnmetCondition,
    unmet,
    waiting,
)
from ops.answers.findings import rows_of
from ops.answers.open_decisions import ComputedList
from ops.closings import close_period
from ops.closings.sealing import Sealed
from ops.house import House
from ops.law import comparisons
from ops.upkeep.background_runs import Run, last_runs
from ops.words import states
from projections.finding import Finding
from projections.queries import PoolQuery
from projections.rating.other_pools import earlier_lists
from projections.rulebooks.engine.calendars import Due
from projections.rulebooks.engine.rulebook import OutsideRulebook
from projections.rulebooks.engine.whole import Incomputable
from projections.state.law import Law, LawChanged

_DAY_US: Final = 86_400 * 1_000_000
VERIFIED_WITHIN_US: Final = 7 * _DAY_US
"""Age up to which a verification is green."""

ALWAYS: Final[tuple[Check, ...]] = (
    "law",
    "carry-over",
    "missing-reports",
    "missing-parts",
    "open-appeals",
    "suspended-effects",
    "open-proposals",
    "rules-compared",
)
COMPUTED: Final[tuple[Check, ...]] = (
    "undecided-tournaments",
    "undecided-entries",
    "undecided-games",
    "outside-rulebook",
    "other-lists",
    "same-events",
    "similar-events",
)
"""Checks that need the computed list."""


class ChecklistItem(msgspec.Struct, frozen=True):
    """A check before a closing."""

    check: Check
    green: bool
    says: Sentence
    where: tuple[str, ...] = ()
    """Tournaments, lists or proposals concerned."""
    games: int = 0
    """Games that wait for it."""
    entrants: int = 0
    """Entrants whose games these are."""
    remedy: Sentence | None = None
    remedies: tuple[Remedy, ...] = ()
    """The use cases that the remedy names."""


class Looked(NamedTuple):
    """The conditions of the next list that are not met, and the kinds looked at."""

    rows: tuple[UnmetCondition, ...]
    checks: tuple[Check, ...]

    def checklist(self) -> tuple[ChecklistItem, ...]:
        """Return the checks looked at, and all others that are not met."""
        of_list = [row for row in self.rows if row.is_of_list]
        named = {*self.checks, *(row.check for row in of_list)}
        shown = [check for check in KINDS if check in named]
        return tuple(
            _item(check, [row for row in of_list if row.check == check]) for check in shown
        )


def red(rows: Iterable[UnmetCondition]) -> tuple[ChecklistItem, ...]:
    """Return the checks that are not met."""
    return tuple(item for item in Looked(tuple(rows), ()).checklist() if not item.green)


def hints(rows: Iterable[UnmetCondition]) -> tuple[ChecklistItem, ...]:
    """Return the checks with conditions that stop nobody."""
    return tuple(item for item in Looked(tuple(rows), ()).checklist() if item.green)


def _item(check: Check, rows: Sequence[UnmetCondition]) -> ChecklistItem:
    kind, red = KINDS[check], [row for row in rows if row.stops != "nobody"]
    games, entrants = waiting(red)
    number = len({(row.about, row.player) for row in rows})
    sentences = tuple(row.says for row in rows)
    says = kind.counted.about(number=number) if kind.counted else plain(sentences)
    shown = rows[0] if check == "rules-compared" and rows else next(iter(red), None)
    return ChecklistItem(
        check,
        green=not red,
        says=says or kind.met,
        where=tuple(dict.fromkeys(row.about for row in rows if row.about)),
        games=games,
        entrants=entrants,
        remedy=shown.remedy if shown else None,
        remedies=shown.remedies if shown else (),
    )


# ------------------------------------------------------------------------------ closed, or to come


def of_closing(house: House, sealed: Sealed) -> tuple[UnmetCondition, ...]:
    """Return what was not met when a list was closed, or is closed on trial."""
    if sealed.closing is None:
        return ()
    booked = sealed.closing.booked
    pool = house.pool(sealed.pool).showing(sealed.closing.number - 1)
    computed = ComputedList(booked, sealed.closing.outcomes)
    found = _of_computed(pool, booked.due, computed)
    return (
        *_judged_by(NextList.closed(pool, booked), found),
        *_other_lists(pool, booked.due, sealed.event.through_position),
        *_around(house, pool, booked.due),
        *of_the_moment(pool, booked.due, beside(house)),
    )


def conditions(house: House, pool: PoolQuery, days: Due, *, trial: bool = True) -> Looked:
    """Return the unmet conditions of the next list that follow from the events.

    With `trial` the list is computed, as if it were closed now.
    """
    rows = [*_law(pool, days), *_carry_over(pool)]
    computed = None
    if trial and not rows:
        try:
            computed = open_decisions.computed(pool, days)
        except Incomputable as error:
            rows.append(unmet("law", words_of(error)))
    if computed is None:
        found, checks = [*open_decisions.not_handed_in(pool, days)], ALWAYS
    else:
        rows += [*_order(pool, days), *_other_lists(pool, days, pool.known)]
        found, checks = [*_of_computed(pool, days, computed)], (*ALWAYS, *COMPUTED)
    rows += judged(pool, days, found)
    return Looked((*rows, *_around(house, pool, days)), checks)


# --------------------------------------------------------------------------------- law and findings


def _law(pool: PoolQuery, days: Due) -> Iterator[UnmetCondition]:
    try:
        Law(pool.facts).edition_of_list(days.list_date)
    except (LawChanged, OutsideRulebook) as error:
        yield unmet("law", words_of(error), Remedy("adopt-edition", pool=pool.name, edition=None))


def _comparison(house: House, pool: PoolQuery, days: Due) -> Iterator[UnmetCondition]:
    """Yield a hint that nobody compared the edition in force with its text for long."""
    edition = Law(pool.facts).edition_on(days.list_date)
    if edition is None:
        return
    last = comparisons.last_compared(house.read, edition, pool.known)
    if says := comparisons.due(last, house.today()):
        compared = {"rulebook": edition.rulebook, "edition": edition.name}
        remedy = Remedy("decide-rules-compared", **compared, compared_on=None, by=None)
        yield unmet("rules-compared", says, remedy, about=f"{edition.rulebook} {edition.name}")


def _carry_over(pool: PoolQuery) -> Iterator[UnmetCondition]:
    carried = pool.facts.carried
    if carried and not carried[-1].last_part:
        remedy = Remedy("carry-over", pool=pool.name, file=None, on=None, source=None)
        yield unmet("carry-over", Sentence("ratings are carried over in part only"), remedy)


def _order(pool: PoolQuery, days: Due) -> Iterator[UnmetCondition]:
    pools = pool.official.known_at(pool.known).facts.pools
    refused = close_period.out_of_order(pools, pool.name, days, pool.known)
    if refused is not None:
        (reason,) = refused.refusals()
        yield unmet(
            "order",
            Sentence("{pool}: {says}", pool=pool.name, says=refused.words),
            reason.remedy,
        )


def _other_lists(pool: PoolQuery, days: Due, through: int) -> Iterator[UnmetCondition]:
    pools = pool.official.facts.pools
    for other, period in earlier_lists(pools, pool.name, days, through):
        says = Sentence(
            "{pool} has not closed its list {list:of} of an earlier day: not looked at",
            pool=other,
            list=ListName(period),
        )
        remedy = Remedy("close-list", pool=other, period=period)
        yield unmet("other-lists", says, remedy, about=f"{other} {period}")


def _of_computed(pool: PoolQuery, days: Due, computed: ComputedList) -> Iterator[Finding]:
    yield from open_decisions.of_list(pool, computed)
    yield from open_decisions.of_closed_lists(pool, computed)
    yield from open_decisions.not_handed_in(pool, days)
    yield from same_events.of_list(pool, computed.booked.reports)


def judged(pool: PoolQuery, days: Due, found: Iterable[Finding]) -> list[UnmetCondition]:
    """Return the conditions among findings for the next list, which has these days."""
    return _judged_by(NextList.of(pool, days), found)


def _judged_by(next_list: NextList, findings: Iterable[Finding]) -> list[UnmetCondition]:
    """Return the conditions among some findings, each once."""
    pairs = [(finding, next_list.judge(finding)) for finding in dict.fromkeys(findings)]
    found = [(finding, judgement) for finding, judgement in pairs if judgement is not None]
    rows = rows_of(next_list.pool, [finding for finding, _ in found])
    conditions_found = (
        UnmetCondition(
            check=judgement.check,
            stops=judgement.stops,
            where=judgement.where,
            about=row.about,
            name=next_list.name_of(row.about),
            player=row.player,
            player_name=row.name,
            article=row.article,
            says=row.says,
            opponents=row.others,
            games=finding.games,
            entrants=finding.entrants,
            remedy=row.remedy or None,
            remedies=row.remedies,
        )
        for (finding, judgement), row in zip(found, rows, strict=True)
    )
    order = [*KINDS]
    return sorted(conditions_found, key=lambda row: order.index(row.check))


# ----------------------------------------------------------------------------- appeals and the rest


def _around(house: House, pool: PoolQuery, days: Due) -> Iterator[UnmetCondition]:
    """Yield the unmet conditions of a list that do not depend on what it books."""
    yield from _appeals(house, pool)
    yield from _comparison(house, pool, days)


def _appeals(house: House, pool: PoolQuery) -> Iterator[UnmetCondition]:
    """Yield the open appeals of a pool, and the acts suspended by them."""
    for appeal in open_appeals(house.read, pool.name, pool.known):
        remedy = Remedy("show-appeal", appeal=appeal.id)
        kind = states.word("act contested", appeal.filed.kind)
        says = Sentence("an appeal is open ({kind})", kind=kind)
        yield unmet("open-appeals", says, remedy, about=appeal.id)
        if appeal.suspension:
            effect = appeal.suspension.effect
            said = states.word("suspension", effect)
            says = Sentence("the contested act is suspended ({effect})", effect=said)
            found = unmet("suspended-effects", says, remedy, about=appeal.id)
            holds = effect == "holds"
            yield found if holds else msgspec.structs.replace(found, stops="nobody")


class Beside(NamedTuple):
    """What stands beside the events, at an instant."""

    proposals: Sequence[Proposal]
    """The open proposals."""
    withheld: Sequence[Withheld]
    """The withheld reports about which nobody decided yet."""
    verified: Run | None
    """The last verification, if there was one."""
    now: int
    """The instant (µs)."""


def beside(house: House) -> Beside:
    """Return what stands beside the events at the present instant."""
    ledger, now = house.ledger, house.ledger.clock()
    proposals = Proposals(ledger.engine).waiting(now)
    return Beside(proposals, waiting_files(ledger), last_runs(ledger).get("verification"), now)


def of_the_moment(pool: PoolQuery, days: Due, beside: Beside) -> Iterator[UnmetCondition]:
    """Yield the unmet conditions that stand beside the events."""
    yield from same_events.of_files(pool, days, beside.withheld)
    for proposal in beside.proposals:
        if pool.name in proposal.pools:
            says = Sentence("a proposal waits for an approval ({kinds})", kinds=proposal.kinds)
            remedy = Remedy("show-proposal", proposal=str(proposal.number))
            yield unmet("open-proposals", says, remedy, about=str(proposal.number))
    if beside.verified is not None:
        yield from _verification(beside.verified, beside.now)


def _verification(last: Run, now: int) -> Iterator[UnmetCondition]:
    age = max(0, now - last.ended_at)
    if last.outcome != "good":
        faults = Count(last.faults, "fault")
        says = Sentence("the last verification did not end well: {faults}", faults=faults)
    elif age > VERIFIED_WITHIN_US:
        says = Sentence("the last verification was {days} ago", days=Count(age // _DAY_US, "day"))
    else:
        return
    yield unmet("verification", says, Remedy("run-schedule"))
