"""Recording a list of another body, with probable slips and effects on closed lists."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

from ledger.intake.external_list.recorded_lists import ExternalList, lists_of_day, on_list
from ledger.intake.external_list.recording import ListOptions, ListReceipt, compose_list
from ledger.intake.external_list.recording import record_list as record_rows
from ledger.sentences import Input, Sentence
from ops.access.two_persons import TwoPersonsNeeded
from ops.commands.composed import Composed, propose_composed
from ops.commands.late_entries import LateEntries, late_entries
from ops.commands.refusals import day_to_come
from ops.external_lists.recordings import RecordExternalList
from ops.house import House
from projections.rulebooks import NAMES, rulebook

_MONTH: Final = re.compile(r"(\d{4}-\d{2})(?!\d).*")
"""Name of a list that begins with its month."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A probable slip in a recorded list."""

    kind: Literal["body", "ratings", "month", "replaces"]
    """`body`, `ratings`: no rulebook consults lists of this body, or ratings of this kind; `month`:
    another month than in the name; `replaces`: another list of the same day."""
    known: tuple[str, ...] = ()
    """Bodies or kinds of ratings that rulebooks consult; the ratings that are replaced."""
    other: str = ""
    position: int = 0
    """Name and position of the replaced list."""


@dataclass(frozen=True, slots=True)
class RecordedList:
    """A recorded list of another body."""

    receipt: ListReceipt
    late: tuple[LateEntries, ...]
    doubts: tuple[Doubt, ...]


def record_list(house: House, asked: RecordExternalList) -> RecordedList:
    """Record the rows of a list about registered players; the same file gives the first receipt.

    Raises Refused for a list of a day to come, and what the reading of the file refuses; Proposed
    where it takes two persons.
    """
    options = _options(house, asked)
    if asked.list_date > house.today():
        problem = Sentence(
            "{input}: {day} is still to come; today is {today}",
            input=Input("list_date"),
            day=asked.list_date,
            today=house.today(),
        )
        raise day_to_come(problem, "list_date", asked.list_date, house.today())
    with asked.file.opened() as file:
        try:
            receipt = record_rows(house.ledger, file, options, house.progress)
        except TwoPersonsNeeded as needed:
            propose_composed(house, partial(next_part, house, asked), needed, asked.as_proposal)
            receipt = record_rows(house.ledger, file, options)  # somebody recorded it meanwhile
    laws = ((opened.pool, rulebook(opened.rulebook)) for opened in house.pools_opened())
    pools = (
        pool
        for pool, law in laws
        if any(source.body == options.body for source in law.external_lists.consulted)
    )
    late = tuple(entries for pool in pools for entries in late_entries(house, pool))
    return RecordedList(receipt, late, tuple(_doubts(house, options)))


def next_part(house: House, asked: RecordExternalList) -> Composed[None]:
    """Compose the recording of a list; of a very long one its next part."""
    with asked.file.opened() as file:
        return Composed(compose_list(house.ledger, file, _options(house, asked)), None)


def _options(house: House, asked: RecordExternalList) -> ListOptions:
    return ListOptions(asked.issuer, asked.list, asked.list_date, asked.written(), house.by)


def _doubts(house: House, options: ListOptions) -> Iterator[Doubt]:
    external = [law.external_lists for law in map(rulebook, NAMES)]
    sources = [source for lists in external for source in lists.columns]
    bodies = sorted({source.body for source in sources})
    columns = sorted({source.column for source in sources if source.body == options.body})
    recorded = on_list(house.read, options.body, options.list)
    if options.body not in bodies:
        yield Doubt("body", tuple(bodies))
    elif recorded.values.keys().isdisjoint(columns):
        yield Doubt("ratings", tuple(columns))
    month = _MONTH.fullmatch(options.list)
    if month is not None and month[1] != f"{options.list_date:%Y-%m}":
        yield Doubt("month")
    yield from _replaced(house, recorded)


def _replaced(house: House, recorded: ExternalList) -> Iterator[Doubt]:
    """Yield the lists of the same day and ratings: of these the last recorded is consulted."""
    for other in lists_of_day(house.read, recorded.body, recorded.list_date):
        same = tuple(column for column in other.values if column in recorded.values)
        if same and other.position < recorded.position:
            yield Doubt("replaces", same, other.name, other.position)
