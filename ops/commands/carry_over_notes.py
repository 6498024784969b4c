"""What a carried-over list tells without saying it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from ledger import columns
from ledger.events.pool import RatingsCarriedOver
from ledger.intake.carry_over.carrying import CarryReceipt
from ledger.wording import counted
from ops.house import House
from projections.rating.year_end import first_whole_year, has_turns
from projections.rulebooks import rulebook

_K_WIDTH = 2


def year_notes(house: House, pool: str, on: date) -> Iterator[str]:
    """Say that a year is lost where histories that begin within it rest on whole ones."""
    if has_turns(rulebook(house.pool_opened(pool).rulebook)) and first_whole_year(on) > on.year:
        yield (
            f"histories begin on {on} and do not hold {on.year} whole: its end takes no points "
            f"from who was idle, and annuls nobody; to have that, carry over on {on.year}-01-01"
        )


def master_notes(house: House, receipt: CarryReceipt) -> Iterator[str]:
    """Say whose K tells that he once reached the master mark, though his peak is not carried over.

    Nothing is made up: without a peak his K is worked out anew on the first list.
    """
    numbers = rulebook(house.pool_opened(receipt.pool).rulebook).editions[-1].numbers
    if not {"k_master", "master_mark"} <= set(numbers):
        return
    masters = 0
    for each in receipt.receipts:
        for recorded in house.read.events(each.first_position, each.last_position):
            said = recorded.decoded().payload
            if isinstance(said, RatingsCarriedOver):
                ks = columns.read(said.k, _K_WIDTH)
                peaks = columns.read(said.peak, columns.RATING)
                is_master = (ks == int(numbers["k_master"])) & (peaks < int(numbers["master_mark"]))
                masters += int(is_master.sum())
    if masters:
        yield (
            f"{counted(masters, 'player has', 'players have')} the K of who once reached "
            f"{numbers['master_mark']}, but a "
            "lower rating: a list does not tell their peak, and without it the first list prints "
            "another K; to keep it carry over a CSV file with peak and games"
        )
