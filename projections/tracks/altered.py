"""A ledger as if some events had not been recorded, or some games had ended otherwise.

For reading alone: nothing can be recorded in it.
"""

from collections.abc import Collection, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field
from typing import Any

import msgspec

from ledger.errors import Refused
from ledger.events.opening import LedgerOpened, LedgerRestored
from ledger.events.pool import PeriodClosed, PoolOpened, RatingsCarriedOver
from ledger.events.report import ResultCorrected
from ledger.sentences import Position, Sentence
from ledger.store.ledger import Ledger
from ledger.store.no_changes import without_changes
from ledger.store.reading import Reader, Recorded
from ledger.store.remembered import Remembered

_MEMORY_BYTES = 64 << 20

_REFERENCES = ("report", "replaces", "lifts", "withdraws", "merge")
"""Fields of an event that name the position of another one."""

_REGISTERED = "tournament-registered.v1"

_NEEDED = {
    LedgerOpened.TYPE: Sentence("there is no ledger"),
    LedgerRestored.TYPE: Sentence("there is no ledger"),
    PoolOpened.TYPE: Sentence("there is no pool"),
    RatingsCarriedOver.TYPE: Sentence("the first list has no ratings to begin with"),
    PeriodClosed.TYPE: Sentence("there is no list to compare with"),
}
"""Events without which no list can be supposed, and why."""


@dataclass(frozen=True)
class Alterations:
    """Suppositions about recorded events."""

    without: frozenset[int] = frozenset()
    """Positions of events that were not recorded."""
    results: Mapping[tuple[int, int], tuple[str, str]] = field(default_factory=dict)
    """By report and game, the codes of the results of White and Black."""


class AlteredReader(Reader):
    """Reader of a ledger with alterations; `dropped` are the events left out."""

    def __init__(self, read: Reader, alterations: Alterations, last: int) -> None:
        """Find the events about dropped ones, up to the last known position.

        Raises Refused for an unknown event or game.
        """
        of_other_events = Remembered[Any](_MEMORY_BYTES)
        super().__init__(read._engine, within=read._within, memory=of_other_events)
        self._recorded, self._results = read, alterations.results
        self.without_effect = _without_effect(read, alterations, last)
        """Positions of later events about or caused by what is left out, or about altered games."""
        self.dropped = alterations.without | set(self.without_effect)
        _check_results(read, alterations)

    def chunks(
        self, first: int = 0, last: int | None = None, chunk: int = 2_000
    ) -> Iterator[list[Recorded]]:
        """Yield events first … last, without those left out."""
        for events in self._recorded.chunks(first, last, chunk):
            yield [self.altered(event) for event in events if event.position not in self.dropped]

    def at(self, positions: Collection[int]) -> dict[int, Recorded]:
        """Return the events at some positions, without those left out."""
        found = self._recorded.at([at for at in positions if at not in self.dropped])
        return {position: self.altered(event) for position, event in found.items()}

    def stream(self, name: str, *types: str) -> list[Recorded]:
        """Return a stream's events in order, without those left out."""
        events = self._recorded.stream(name, *types)
        return [self.altered(event) for event in events if event.position not in self.dropped]

    def altered(self, event: Recorded) -> Recorded:
        """Return an event with the results that are supposed."""
        games = {game: sides for (at, game), sides in self._results.items() if at == event.position}
        if not games:
            return event
        body = msgspec.json.decode(event.body)
        columns = body["payload"]["games"]
        for place, side in enumerate(("white_result", "black_result")):
            codes = list(columns[side])
            for game, sides in games.items():
                codes[game] = sides[place]
            columns[side] = "".join(codes)
        return event._replace(body=msgspec.json.encode(body))


def altered(ledger: Ledger, read: AlteredReader) -> Ledger:
    """Return an open ledger read with alterations; nothing can be recorded in it."""
    other = copy(ledger)
    other.read, other.engine = read, without_changes(ledger.engine)
    return other


def _without_effect(read: Reader, alterations: Alterations, last: int) -> list[int]:
    named = alterations.without | {report for report, _ in alterations.results}
    known = _known_events(read, named, last)
    left_out = [known[position] for position in sorted(alterations.without)]
    for event in left_out:
        _check_can_be_left_out(event)
    caused = {one.position: one for event in left_out for one in _caused(read, event, last)}
    found = {*caused}
    for event in (known | caused).values():
        events = read.stream(event.stream)
        later = [one for one in events if event.position < one.position <= last]
        if event.position in alterations.without or event.position in caused:
            whole = event.type == _REGISTERED
            found |= {one.position for one in later if whole or _refers_to(one, event.position)}
        found |= {one.position for one in later if _is_of_game(one, alterations)}
    return sorted(found - alterations.without)


def _caused(read: Reader, cause: Recorded, last: int) -> Iterator[Recorded]:
    """Yield the corrections that a decision caused, recorded in the same request.

    A list printed again by the decision stays: it is computed from what is left.
    """
    end = min(read.request_at(cause.position).last_position, last)
    for event in read.at(range(cause.position + 1, end + 1)).values():
        if event.type not in _NEEDED and event.decoded().causation == cause.event_id:
            yield event


def _known_events(read: Reader, positions: Collection[int], last: int) -> dict[int, Recorded]:
    """Return the events at some positions. Raises Refused for an unknown position."""
    events = read.at(positions)
    for position in sorted(at for at in positions if at not in events or at > last):
        raise Refused(
            Sentence(
                "there is no event {event} among those known, up to {last}",
                event=Position(position),
                last=Position(last),
            ),
            code="no-such-event",
            found=f"#{position}",
            expected=Sentence("a position up to {last}", last=Position(last)),
        )
    return events


def _check_can_be_left_out(event: Recorded) -> None:
    if event.type in _NEEDED:
        raise Refused(
            Sentence(
                "{event} {type} cannot be left out: without it {loss}; leave out a tournament, a "
                "report or a decision",
                event=Position(event.position),
                type=event.type,
                loss=_NEEDED[event.type],
            ),
            code="history-cannot-be-computed",
            field="without",
            found=f"#{event.position} {event.type}",
            expected=Sentence("a tournament, a report or a decision"),
        )


def _refers_to(event: Recorded, position: int) -> bool:
    payload = event.decoded().payload
    return any(getattr(payload, name, None) == position for name in _REFERENCES)


def _is_of_game(event: Recorded, alterations: Alterations) -> bool:
    if event.type != ResultCorrected.TYPE:
        return False
    fact: ResultCorrected = event.decoded().payload
    return (fact.report, fact.game) in alterations.results


def _check_results(read: Reader, alterations: Alterations) -> None:
    for (position, game), sides in alterations.results.items():
        games = getattr(read.at([position])[position].decoded().payload, "games", None)
        if games is None or game >= len(games.white_result) or any(len(one) != 1 for one in sides):
            raise Refused(
                Sentence(
                    "{game}: there is no such game, or the results are no codes",
                    game=f"#{position}#{game}",
                ),
                code="no-such-game",
                field="result",
                found=f"#{position}#{game}",
                expected=Sentence("a game of a report, with results such as 1 0, 0 1 or = ="),
            )
