"""Corrections caused by a decision on an appeal, as further commands in one document.

Each is composed as by its own command, one after another in memory; their events are then recorded
with the decision in one request.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

import msgspec

from ledger.errors import Refused, check_at_most
from ledger.events.appeals import AppealDecided
from ledger.events.base import Fact, TournamentFact
from ledger.events.counting import ReportAnnulled, ReportReinstated
from ledger.events.external import ExternalListSearched
from ledger.events.pool import PeriodClosed
from ledger.events.report import EntrantReassigned, ResultCorrected
from ledger.events.tournament import TournamentDetailsCorrected
from ledger.sentences import Sentence
from ledger.store.requests import Document, NewEvent, Receipt, Request, event_id
from ops.appeals.corrections import CausedCorrection, FurtherDecision, ListReprint
from ops.closings.recordings import ReprintList
from ops.commands.closed_list_effects import KeptList, PoolWarning, lists_decided
from ops.commands.composed import Composed
from ops.commands.typed_decision import fact_from
from ops.events import record_decision
from ops.events.record_decisions import definition_of
from ops.house import House, TentativeHouse
from ops.tournaments.correcting import Corrected, uncounted

MOST: Final = 100
"""Corrections caused by one decision."""

EVENTS: Final[tuple[type[Fact], ...]] = (
    *(ResultCorrected, EntrantReassigned, TournamentDetailsCorrected),
    *(ReportAnnulled, ReportReinstated, PeriodClosed, ExternalListSearched),
    *record_decision.BY_HAND.values(),
)
"""Types of the events of corrections."""


@dataclass(slots=True)
class Caused:
    """The events caused by a decision, the versions expected of streams, the lists that stay."""

    events: list[NewEvent] = field(default_factory=list)
    expected: dict[str, int] = field(default_factory=dict)
    effects: list[KeptList | PoolWarning] = field(default_factory=list)
    documents: list[Document] = field(default_factory=list)
    """Lists printed again."""
    _added: Counter[str] = field(default_factory=Counter)

    def add(self, request: Request, causation: str) -> None:
        """Add the events of a request composed after those added before."""
        for stream, version in request.expected.items():
            self.expected.setdefault(stream, version - self._added[stream])
        for new in request.events:
            self._added[new.fact.stream()] += 1
            self.events.append(msgspec.structs.replace(new, causation=causation))
        self.documents += request.documents


def caused(
    house: House, corrections: Sequence[CausedCorrection], fact: AppealDecided, decision: Request
) -> Caused:
    """Return the events of the corrections, caused by a decision. Raises their refusals.

    `fact` is the first event of the request of the decision, alone so far. Refused is also a
    correction that was recorded before, one that needs a file, and one after a list printed again.
    """
    check_at_most(Sentence("corrections of one decision"), len(corrections), MOST)
    found = Caused()
    if not corrections:
        return found
    if any(isinstance(one, ListReprint) for one in corrections[:-1]):
        raise _reprint_is_last()
    causation = event_id(decision.key, decision.fingerprint, 0)
    with _in_memory(house) as tentative:
        tentative.append(lambda: decision)  # the corrections have the positions after it
        for number, correction in enumerate(corrections, 1):
            with _refused_as(number, correction):
                composed = _composed(tentative, correction, fact)
                receipt = tentative.append(partial(_request, composed))
                if isinstance(composed.request, Receipt) or receipt.replayed:
                    raise _recorded_before(number)
            found.add(composed.request, causation)
            found.effects += _effects(tentative, composed, receipt)
    return found


@contextmanager
def _in_memory(house: House) -> Iterator[TentativeHouse]:
    """Yield a house for trial recordings; in a preview, at the position of the preview."""
    if isinstance(house, TentativeHouse):
        yield house.as_begun()
        return
    with house.tentatively() as tentative:
        yield tentative


@contextmanager
def _refused_as(number: int, correction: CausedCorrection) -> Iterator[None]:
    """Add to a refusal the name of the refused correction."""
    try:
        yield
    except Refused as refused:
        command = correction.__struct_config__.tag
        place = Sentence("correction {number}, {command}", number=number, command=str(command))
        raise refused.at_place(place) from refused.__cause__


def _composed(house: House, correction: CausedCorrection, decided: AppealDecided) -> Composed[Any]:
    match correction:
        case FurtherDecision():
            values = {**correction.fields, "by": decided.by}
            fact = fact_from(house.read, definition_of(correction.type), values)
            return record_decision.composed(house, fact)
        case ListReprint():
            period, on = correction.period, correction.in_force_from
            reprint = ReprintList(pool=decided.pool, period=period, in_force_from=on)
            return reprint.compose(house)
    return correction.decided(decided.by).compose(house)


def _request(composed: Composed[Any]) -> Request | Receipt:
    return composed.request


def _reprint_is_last() -> Refused:
    return Refused(
        Sentence("a list is printed again with the corrections before it: name it last, and once"),
        code="reprint-not-last",
        field="corrections",
        expected=Sentence("the list printed again as the last correction"),
    )


def _recorded_before(number: int) -> Refused:
    return Refused(
        Sentence("it was recorded before: leave it out of the decision"),
        code="nothing-differs",
        field="corrections",
        found=number,
    )


def _effects(
    house: House, composed: Composed[Any], receipt: Receipt
) -> Iterator[KeptList | PoolWarning]:
    """Yield the closed lists that stay, and the lists that book a correction."""
    if isinstance(composed.result, Corrected):
        yield from composed.result.lists
        yield from uncounted(house, composed.result)
    elif isinstance(composed.result, TournamentFact):
        yield from lists_decided(house, composed.result, receipt.first_position)
