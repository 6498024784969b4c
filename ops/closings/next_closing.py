"""The next closing of a pool: due, still to come, or not announced; and the policy."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from ledger.clock import end_of_day
from ledger.errors import words_of
from ledger.events.pool import ClosingPolicySet
from ledger.sentences import Sentence
from ledger.store.reading import Reader
from ops.closings.next_list import NextNotAnnounced, WrongPeriod, next_days, opens_at
from projections.rulebooks.engine import calendars
from projections.state.pool import PoolFacts


@dataclass(frozen=True, slots=True)
class Due:
    """A list due for closing."""

    days: calendars.Due
    at: int
    """The due instant: from then on the list may be closed (µs)."""


@dataclass(frozen=True, slots=True)
class NotYet:
    """A list not due before an instant (µs)."""

    days: calendars.Due
    at: int


@dataclass(frozen=True, slots=True)
class NotAnnounced:
    """A list without announced days, or with days before the last list."""

    reason: Sentence
    wrong: bool = False
    """The days are announced and contradict others."""


def due(facts: PoolFacts, now: int) -> Due | NotYet | NotAnnounced:
    """Return the next closing of a pool at an instant (µs), by the calendar of the rulebook."""
    try:
        days = next_days(facts)
    except NextNotAnnounced as error:
        return NotAnnounced(words_of(error))
    except WrongPeriod as error:
        return NotAnnounced(words_of(error), wrong=True)
    at = opens_at(facts, days)
    return Due(days, at) if at <= now else NotYet(days, at)


# ----------------------------------------------------------------------------------------- policy

Policies = dict[str, list[ClosingPolicySet]]
"""The closing policies of each pool, in the order recorded."""


def policies(read: Reader) -> Policies:
    """Return all recorded closing policies."""
    found: Policies = defaultdict(list)
    for recorded in read.of_type(ClosingPolicySet.TYPE):
        policy: ClosingPolicySet = recorded.decoded().payload
        found[policy.pool].append(policy)
    return found


def due_day(days: calendars.Due) -> date:
    """Return the day in the pool's zone from which a list may be closed."""
    return days.closes_after + timedelta(days=1)


def policy_on(recorded: Iterable[ClosingPolicySet], day: date) -> ClosingPolicySet | None:
    """Return the policy in force on a day; of two from the same day, the later recorded."""
    in_force = [policy for policy in recorded if policy.in_force_from <= day]
    return max(enumerate(in_force), key=_place)[1] if in_force else None


def _place(numbered: tuple[int, ClosingPolicySet]) -> tuple[date, int]:
    number, policy = numbered
    return policy.in_force_from, number


def deadline(policy: ClosingPolicySet, days: calendars.Due, zone: str) -> int | None:
    """Return the instant (µs) until which a list is held; None: without limit, or not held."""
    if policy.mode != "hold" or policy.deadline_days is None:
        return None
    return end_of_day(days.closes_after + timedelta(days=policy.deadline_days), zone)
