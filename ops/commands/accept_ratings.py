"""Ratings of another body's list accepted: adjustments for the next list."""

from collections.abc import Sequence
from dataclasses import dataclass

from ledger.register import identities
from ledger.store.requests import Receipt
from ops.answers.compare_lists import Reconciliation
from ops.answers.list_differences import Difference
from ops.commands.decide_ratings import accepted, adjustments
from ops.commands.record_decision import record
from ops.house import House


@dataclass(frozen=True, slots=True)
class Accepted:
    """The accepted differences, and the receipts of their adjustments."""

    differences: tuple[Difference, ...]
    receipts: tuple[Receipt, ...]


def accept_ratings(
    house: House,
    pool: str,
    compared: Reconciliation,
    *,
    by: str,
    players: Sequence[str] = (),
    article: str | None = None,
) -> Accepted:
    """Record the ratings of the other list as adjustments; without players, all that differ.

    Raises Refused for an unknown player, and for one without a difference.
    """
    numbers = [identities.find(house.read, player) for player in players]
    chosen = accepted(compared.differences, numbers or None)
    facts = adjustments(pool, chosen, by=by, article=article)
    receipts = tuple(record(house, fact).receipt for fact in facts)
    return Accepted(tuple(chosen), receipts)
