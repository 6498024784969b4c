"""The rules for appeals of a kind: who decides, who may appeal, until when."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from ledger.clock import end_of_day, local_day
from ledger.events.appeal_kinds import AppealKind, Appellant
from ledger.events.appeals import AppealRulesSet
from ledger.store.reading import Reader


@dataclass(frozen=True, slots=True)
class AppealRules:
    """The rules for a kind of appeals on a day; days of None: no deadline."""

    deadline_days: int | None = None
    decision_days: int | None = None
    answer_days: int | None = None
    """Days in which the other side may answer before the decision."""
    bodies: tuple[str, ...] = ()
    """The bodies that may decide; empty: any."""
    appellants: tuple[Appellant, ...] = ()
    """Who may appeal; empty: everybody."""
    source: str = ""
    """Who set the rules, or the article; empty: no rule is known."""

    def deadline(self, notified_on: date) -> date | None:
        """Return the last day to appeal; the day of the notice does not count."""
        if self.deadline_days is None:
            return None
        return notified_on + timedelta(days=self.deadline_days)

    def in_time(self, received_at: int, notified_on: date, zone: str) -> bool:
        """Whether an appeal received at an instant (µs) is in time: the last day ends in a zone."""
        last = self.deadline(notified_on)
        return last is None or received_at < end_of_day(last, zone)

    def decision_due(self, admitted_at: int, zone: str) -> date | None:
        """Return the last day for the decision on an appeal admitted at an instant (µs)."""
        if self.decision_days is None:
            return None
        return local_day(admitted_at, zone) + timedelta(days=self.decision_days)

    def answer_due(self, admitted_at: int, zone: str) -> date | None:
        """Return the last day to answer an appeal admitted at an instant (µs)."""
        if self.answer_days is None:
            return None
        return local_day(admitted_at, zone) + timedelta(days=self.answer_days)


def rules_recorded(read: Reader, pool: str, known: int | None = None) -> list[AppealRulesSet]:
    """Return the rules set for a pool, in the order of recording, as known at a position."""
    recorded = read.stream(f"pool-{pool}", AppealRulesSet.TYPE)
    return [one.decoded().payload for one in recorded if known is None or one.position <= known]


def rules_set_on(
    recorded: Iterable[AppealRulesSet], kind: AppealKind, day: date
) -> AppealRulesSet | None:
    """Return the rules of a kind in force on a day; of two from the same day the later recorded."""
    in_force = [one for one in recorded if one.kind == kind and one.in_force_from <= day]
    newest = max((one.in_force_from for one in in_force), default=None)
    return next((one for one in reversed(in_force) if one.in_force_from == newest), None)


def of_pool(rules: AppealRulesSet) -> AppealRules:
    """Return rules as a pool has set them."""
    return AppealRules(
        deadline_days=rules.deadline_days,
        decision_days=rules.decision_days,
        answer_days=rules.answer_days,
        bodies=(rules.body,) if rules.body else (),
        appellants=rules.appellants,
        source=f"set by {rules.by} from {rules.in_force_from}",
    )
