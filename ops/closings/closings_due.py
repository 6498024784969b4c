"""The closings due: the next list of each pool, with due instant, state and reasons to wait."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Final, Literal

import msgspec

from ledger.clock import local_day
from ledger.errors import words_of
from ledger.events.pool import ClosingPolicySet
from ledger.sentences import Position, Sentence
from ops.access.kinds import kinds_asked
from ops.access.seeing import may_see
from ops.answers.abouts import Known
from ops.answers.answer import (
    Answer,
    Instant,
)
from ops.answers.closing_conditions import UnmetCondition
from ops.closings import next_closing
from ops.closings.closing_checklist import (
    Beside,
    ChecklistItem,
    Looked,
    beside,
    conditions,
    of_the_moment,
)
from ops.closings.next_closing import Due, NotAnnounced, NotYet, Policies
from ops.house import House
from projections.official.stopping import STOPPING
from projections.rulebooks import rulebook
from projections.state.law import due_of
from projections.state.pool import PoolFacts

State = Literal["not-announced", "coming", "by-hand", "ready", "held", "refused", "stopped"]
"""`not-announced`: the days of the next list are missing, or contradict others; `coming`: not due;
`by-hand`: due, and no policy closes it; `ready`: due, and the service closes it; `held`: due, and
the policy waits for the checklist, or an appeal suspends what it contests; `refused`: due, and the
closing would be refused; `stopped`: the replay of the pool stopped."""

Mode = Literal["none", "hold", "proceed", "by-hand"]


class ClosingDue(msgspec.Struct, frozen=True, kw_only=True):
    """The next list of a pool, with the state of the closing."""

    pool: str
    state: State
    period: str = ""
    list_date: date | None = None
    cut_off: date | None = None
    due_at: Instant | None = None
    """From then on the list may be closed."""
    policy: Mode = "none"
    """The policy in force on the due day."""
    publish: bool = False
    deadline: Instant | None = None
    """Until then the list is held; None: not held, or without limit."""
    waits_for: tuple[Sentence, ...] = ()
    to_publish: tuple[str, ...] = ()
    """Closed lists that the service publishes on their list date, oldest first."""
    checks: tuple[ChecklistItem, ...] = ()


class AboutClosings(Known, frozen=True):
    """The closings due at an instant."""

    now: Instant
    """The present instant."""


Trials = dict[tuple[str, str, int], Looked]
"""Conditions by pool, period and the number of events: as long as nothing is recorded they stay."""


@dataclass(frozen=True)
class Question:
    """A question about closings at the present instant, as far as the house is caught up."""

    house: House
    beside: Beside
    """What stands beside the events when the question is asked."""
    every_trial: bool = True
    """Whether every list is computed on trial, also where no closing depends on it now."""
    policies: Policies = field(default_factory=dict)
    trials: Trials = field(default_factory=dict)

    @property
    def now(self) -> int:
        """The present instant (µs)."""
        return self.house.ledger.clock()


def question(house: House, *, every_trial: bool = True, trials: Trials | None = None) -> Question:
    """Return a question about the present, with policies and last verification read."""
    known = next_closing.policies(house.read)
    found = {} if trials is None else trials
    return Question(house, beside(house), every_trial, known, found)


def closings_due(
    house: House, *, pool: str | None = None, every_trial: bool = True
) -> Answer[ClosingDue, AboutClosings]:
    """Return the next list of a pool, or of every pool that the actor may see, in order of closing.

    Without `every_trial` a list is computed on trial only where its closing depends on it. Raises
    Refused for an unknown pool.
    """
    if pool is not None:
        house.pool_opened(pool)
    asked = question(house, every_trial=every_trial)
    known = Position(house.official.facts.position)
    pools = [name for name in in_order(house) if pool in (None, name)]
    pools = [name for name in pools if may_see(house.actor, "closing", (name,))]
    rows = tuple(of_pool(asked, name) for name in pools)
    return Answer(AboutClosings(Instant(asked.now), known_to=known), rows)


def in_order(house: House) -> list[str]:
    """Return the pools in the order of closing: by list date, then as their rulebooks demand."""
    return sorted(house.official.facts.pools, key=lambda name: _place(house, name))


_LAST: Final = date.max


def _place(house: House, pool: str) -> tuple[date, int, int]:
    facts = house.official.facts.pools[pool]
    try:
        following = next_closing.due(facts, house.ledger.clock())
        rank = len(rulebook(facts.rulebook).closes_after)
    except STOPPING:  # an unknown zone, say: `of_pool` shows the reason
        return _LAST, 0, facts.opened_at
    day = _LAST if isinstance(following, NotAnnounced) else following.days.list_date
    return day, rank, facts.opened_at


def of_pool(asked: Question, pool: str) -> ClosingDue:
    """Return the next list of a pool; a pool that cannot be computed is `stopped`."""
    try:
        asked.house.official.check(pool)
        return _of_pool(asked, pool)
    except STOPPING as stopped:
        return ClosingDue(pool=pool, state="stopped", waits_for=(words_of(stopped),))


def _of_pool(asked: Question, pool: str) -> ClosingDue:
    official = asked.house.official
    facts = official.facts.pools[pool]
    following = next_closing.due(facts, asked.now)
    to_publish = tuple(period for period, _ in publications_due(asked, pool))
    if isinstance(following, NotAnnounced):
        return _not_announced(asked, facts, following.reason, to_publish)
    row = _announced(asked, facts, following)
    row = msgspec.structs.replace(row, to_publish=to_publish)
    try:
        return _judged(asked, row, following)
    except STOPPING as stopped:
        return msgspec.structs.replace(row, state="stopped", waits_for=(words_of(stopped),))


def _not_announced(
    asked: Question, facts: PoolFacts, reason: Sentence, to_publish: tuple[str, ...]
) -> ClosingDue:
    """Return the row of a pool without a next list, with the policy of today."""
    pool = facts.opened.pool
    policy = _policy(asked, pool, local_day(asked.now, facts.opened.zone))
    return ClosingDue(
        pool=pool,
        state="not-announced",
        policy=policy.mode if policy else "none",
        publish=policy is not None and policy.publish,
        waits_for=(reason,),
        to_publish=to_publish,
    )


def _announced(asked: Question, facts: PoolFacts, following: Due | NotYet) -> ClosingDue:
    pool, days = facts.opened.pool, following.days
    policy = _policy(asked, pool, next_closing.due_day(days))
    until = next_closing.deadline(policy, days, facts.opened.zone) if policy else None
    return ClosingDue(
        pool=pool,
        state="coming" if isinstance(following, NotYet) else "by-hand",
        period=days.period,
        list_date=days.list_date,
        cut_off=days.cut_off,
        due_at=Instant(following.at),
        policy=policy.mode if policy else "none",
        publish=policy is not None and policy.publish,
        deadline=None if until is None else Instant(until),
    )


def _policy(asked: Question, pool: str, day: date) -> ClosingPolicySet | None:
    return next_closing.policy_on(asked.policies.get(pool, ()), day)


def _judged(asked: Question, row: ClosingDue, following: Due | NotYet) -> ClosingDue:
    """Return a row with checks, state and reasons to wait."""
    looked = _looked(asked, row, following)
    checks = looked.checklist()
    wrong = [item for item in checks if not item.green]
    row = msgspec.structs.replace(row, checks=checks, waits_for=_words(wrong))
    state, first = _state(asked, row, looked.rows)
    if isinstance(following, NotYet):
        return row
    if state == "refused":
        stopping = {one.check for one in looked.rows if one.stops == "everybody"}
        only = _words([item for item in wrong if item.check in stopping])
        return msgspec.structs.replace(row, state=state, waits_for=only)
    waits_for = () if state == "ready" else (*first, *row.waits_for)
    return msgspec.structs.replace(row, state=state, waits_for=waits_for)


def _state(
    asked: Question, row: ClosingDue, unmet: Sequence[UnmetCondition]
) -> tuple[State, tuple[Sentence, ...]]:
    """Return the state of a list that is due, with the first reason to wait."""
    stopped = {condition.stops for condition in unmet}
    if "closings" in kinds_asked(asked.house.read, row.pool, asked.house.today()):
        return "by-hand", (Sentence("two persons close it"),)
    if row.policy in ("none", "by-hand"):
        return "by-hand", (Sentence("a person closes it"),)
    if "everybody" in stopped:
        return "refused", ()
    if "service" in stopped or ("hold" in stopped and holds(asked, row)):
        return "held", ()
    return "ready", ()


def _words(items: Sequence[ChecklistItem]) -> tuple[Sentence, ...]:
    return tuple(
        Sentence("{says}: {where}", says=item.says, where=item.where) if item.where else item.says
        for item in items
    )


def holds(asked: Question, row: ClosingDue) -> bool:
    """Whether the policy waits for a green checklist at this instant."""
    return row.policy == "hold" and (row.deadline is None or asked.now < row.deadline)


def _looked(asked: Question, row: ClosingDue, following: Due | NotYet) -> Looked:
    """Return the conditions of a list, computed on trial where its closing depends on it."""
    due = isinstance(following, Due)
    trial = asked.every_trial or (due and holds(asked, row))
    key = (row.pool, row.period, asked.house.official.facts.position)
    pool = asked.house.pool(row.pool)
    found = asked.trials.get(key) if trial else None
    if found is None:
        found = conditions(asked.house, pool, following.days, trial=trial)
    if trial:
        asked.trials[key] = found
    rows = of_the_moment(pool, following.days, asked.beside._replace(now=asked.now))
    checks = (*found.checks, *(("verification",) if asked.beside.verified else ()))
    return Looked((*found.rows, *rows), checks)


# ------------------------------------------------------------------------------------ publication


def publications_due(asked: Question, pool: str) -> Iterator[tuple[str, date]]:
    """Yield the closed lists to publish now by policy, each with the day of publication.

    Those closed after the last published list whose list date has come; the day is today.
    """
    facts = asked.house.official.facts.pools[pool]
    today = local_day(asked.now, facts.opened.zone)
    published = [at for at, closed in enumerate(facts.closed) if _is_published(facts, at)]
    for closed in facts.closed[published[-1] + 1 if published else 0 :]:
        days = due_of(facts, closed.event)
        policy = _policy(asked, pool, days.closes_after + timedelta(days=1))
        if policy is not None and policy.publish and closed.event.list_date <= today:
            yield closed.event.period, today


def _is_published(facts: PoolFacts, at: int) -> bool:
    return facts.closed[at].event.period in facts.published
