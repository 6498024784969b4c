"""Carrying over the ratings with which the histories of a pool begin."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path

from ledger import columns
from ledger.errors import Refused
from ledger.events.pool import PoolOpened, RatingsCarriedOver
from ledger.intake.carry_over import carrying
from ledger.intake.carry_over.carried_lists import FromList
from ledger.intake.carry_over.carried_rows import CarryOptions
from ledger.intake.carry_over.carrying import CarryReceipt
from ledger.intake.files import read
from ledger.intake.formats.rating_list.reading import is_list
from ledger.sentences import Input, Sentence
from ops.commands.refusals import day_contradicts
from ops.external_lists.recordings import CarryOver
from ops.house import House
from projections.rating.chain_steps import first_whole_year, has_turns
from projections.rulebooks import rulebook

_K_WIDTH = 2


@dataclass(frozen=True, slots=True)
class CarriedOver:
    """Ratings carried over, with two effects not visible in the file."""

    receipt: CarryReceipt
    incomplete_year: int | None = None
    """The year in which histories begin, if its year end has no effect."""
    masters: int = 0
    """Players with the K-factor of the master mark and a lower peak: their K-factor will change."""
    master_mark: int = 0


def carry_over(house: House, asked: CarryOver) -> CarriedOver:
    """Carry over a CSV file of ratings, or another body's list (for a federation if given).

    Raises Refused: day not before the first list, options of a list for a CSV file; and what
    `carrying` refuses.
    """
    with asked.file.opened() as file:
        return _carry_over(house, asked, file)


def _carry_over(house: House, asked: CarryOver, file: Path) -> CarriedOver:
    pool, federation, written = asked.pool, (asked.federation or "").upper(), asked.written()
    options = CarryOptions(
        on=asked.on,
        source=asked.source,
        number_scheme=asked.number_scheme,
        register_new=asked.register_new or asked.register_unrated,
        recorded_by=house.by,
    )
    opened, progress = house.pool_opened(pool), house.progress
    _check_before_first_list(house, opened, options.on)
    law = rulebook(opened.rulebook)
    if written.form != "auto" or written.columns or is_list(file):
        listed = FromList(file, written, federation, asked.register_unrated)
        receipt = carrying.carry_over_list(house.ledger, pool, listed, options, progress=progress)
    elif federation or written.kind or asked.register_unrated:
        problem = Sentence(
            "{inputs} are for lists of other bodies; if {file} is one, state {form}",
            inputs=[Input(name) for name in ("federation", "kind", "register_unrated")],
            file=file.name,
            form=Input("form"),
        )
        raise Refused(problem, code="not-a-list", field="file", found=file.name)
    else:
        waits = any(edition.waiting for edition in law.editions)
        receipt = carrying.carry_over(house.ledger, pool, read(file), options, waits=waits)
    year = options.on.year
    loses_year = has_turns(law) and first_whole_year(options.on) > year
    masters, mark = _masters(house, receipt) if receipt.notes else (0, 0)
    return CarriedOver(receipt, year if loses_year else None, masters, mark)


def _masters(house: House, receipt: CarryReceipt) -> tuple[int, int]:
    """Count the players with the master K-factor and a peak below the mark; return the mark too.

    A list does not tell the peak, so the first list prints another K-factor.
    """
    numbers = rulebook(house.pool_opened(receipt.pool).rulebook).editions[-1].numbers
    if not {"k_master", "master_mark"} <= set(numbers):
        return 0, 0
    master_k, mark = int(numbers["k_master"]), int(numbers["master_mark"])
    masters = 0
    for request in receipt.receipts:
        for recorded in house.read.events(request.first_position, request.last_position):
            event = recorded.decoded().payload
            if isinstance(event, RatingsCarriedOver):
                ks = columns.read(event.k, _K_WIDTH)
                peaks = columns.read(event.peak, columns.RATING)
                masters += int(((ks == master_k) & (peaks < mark)).sum())
    return masters, mark


def _check_before_first_list(house: House, opened: PoolOpened, on: date) -> None:
    first = _first_list_date(house, opened)
    if first is not None and on >= first:
        problem = Sentence(
            "{input} {on}: the first list of {pool}, {list}, is of {day}, and lists come after the "
            "ratings carried over; state the day from which these were in force",
            input=Input("on"),
            on=on,
            pool=opened.pool,
            list=opened.first_period,
            day=first,
        )
        raise day_contradicts(problem, "on", on, Sentence("a day before {day}", day=first))


def _first_list_date(house: House, opened: PoolOpened) -> date | None:
    """Return the announced date of a pool's first list, or the latest possible date."""
    calendar = rulebook(opened.rulebook).calendar
    try:
        announced = house.catch_up().facts.pools[opened.pool].announced
        return calendar.due(opened.first_period, announced).list_date
    except ValueError:
        return calendar.latest(opened.first_period)
