"""Alarms: facts for a person, logged with the key `alarm`.

A runbook has a line for each name. While its cause lasts an alarm is logged once an hour.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Literal

from ledger.clock import end_of_day
from ledger.logs import Logger
from ledger.sentences import Sentence, plain
from ops.closings.closings_due import ClosingDue, Question
from projections.state.pool import PoolFacts

log = Logger(__name__)

Name = Literal[
    "clock-wrong",
    "replay-stopped",
    "nothing-announced",
    "held-past-list-date",
    "closing-refused",
    "tick-slow",
    "ledger-older",
    "ledger-unavailable",
    "ledger-damaged",
    "tick-failed",
    "notice-given-up",
]

AGAIN_US: Final = 3_600 * 1_000_000
"""Time after which an alarm whose cause lasts is logged again."""


@dataclass(frozen=True, slots=True)
class Alarm:
    """An alarm; `pool` is empty for the whole ledger."""

    name: Name
    says: Sentence
    pool: str = ""


@dataclass
class LoggedAlarms:
    """The alarms logged lately, by name and pool, with the instant (µs)."""

    logged: dict[tuple[Name, str], int] = field(default_factory=dict)

    def take(self, alarms: Iterable[Alarm], now: int) -> None:
        """Log the present alarms, and forget ended alarms."""
        present = {(alarm.name, alarm.pool): alarm for alarm in alarms}
        self.logged = {key: at for key, at in self.logged.items() if key in present}
        for key, alarm in present.items():
            if key not in self.logged or now - self.logged[key] >= AGAIN_US:
                self.logged[key] = now
                fact = alarm.name.replace("-", "_")
                log.error(fact, alarm=alarm.name, pool=alarm.pool, cause=str(alarm.says))


def of_closing(asked: Question, row: ClosingDue) -> Alarm | None:
    """Return the alarm of a pool, from the state of the next closing."""
    says = plain(row.waits_for)
    if row.state == "stopped":
        return Alarm("replay-stopped", says, row.pool)
    facts = asked.house.official.facts.pools[row.pool]
    if row.state == "not-announced":
        is_late = row.policy in ("hold", "proceed") and _last_date_is_over(facts, asked.now)
        return Alarm("nothing-announced", says, row.pool) if is_late else None
    if row.state in ("held", "refused") and row.list_date is not None:
        over = end_of_day(row.list_date, facts.opened.zone)
        if over <= asked.now:
            return Alarm(
                "held-past-list-date",
                Sentence("{list}: {says}", list=row.period, says=says),
                row.pool,
            )
    return None


def _last_date_is_over(facts: PoolFacts, now: int) -> bool:
    last = facts.last_closed()
    return last is None or end_of_day(last.event.list_date, facts.opened.zone) <= now
