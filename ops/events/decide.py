"""A decision by hand with its effects: unchanged closed lists, late entries."""

from dataclasses import dataclass

from ledger.events.base import Fact, TournamentFact
from ledger.events.counting import ReportCompared
from ledger.events.pool import EntryCapitalDecided
from ledger.store.requests import Receipt
from ops.commands.closed_list_effects import KeptList, PoolWarning, lists_decided
from ops.commands.late_entries import LateEntries, late_entries
from ops.events.record_decision import is_used_up, record
from ops.house import House


@dataclass(frozen=True, slots=True)
class Decided:
    """A recorded decision, and its effects on lists."""

    receipt: Receipt
    used_up: bool = False
    """Whether the first decision was for an earlier initial rating: another needs other words."""
    late: tuple[LateEntries, ...] = ()
    """Entries on closed lists that the decision comes too late for."""
    lists: tuple[KeptList | PoolWarning, ...] = ()
    """Closed lists that count the tournament, which do not change; pools without effect."""


def decide(house: House, fact: Fact, key: str | None = None) -> Decided:
    """Record a decision, and return its effects; a repetition gives the first receipt.

    Raises Refused as `record_decision.record`.
    """
    receipt = record(house, fact, key).receipt
    late = late_entries(house, fact.pool) if isinstance(fact, EntryCapitalDecided) else ()
    if receipt.replayed:
        return Decided(receipt, is_used_up(house, fact), tuple(late))
    lists: tuple[KeptList | PoolWarning, ...] = ()
    if isinstance(fact, TournamentFact) and not isinstance(fact, ReportCompared):
        lists = tuple(lists_decided(house, fact, receipt.first_position))
    return Decided(receipt, False, tuple(late), lists)
