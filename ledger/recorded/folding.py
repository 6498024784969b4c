"""A tournament's stream, folded: which report stands, and what was corrected in it.

A correction names the report it corrects by its position. Where that report was replaced
meanwhile, the correction died with it and is not applied.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import date
from functools import reduce
from typing import NamedTuple

from ledger import columns
from ledger.events.base import Fact
from ledger.events.report import (
    EntrantReassigned,
    ReportFact,
    ReportPartSubmitted,
    ReportReplaced,
    ResultCorrected,
)
from ledger.events.tournament import Details, TournamentDetailsCorrected, TournamentRegistered


class Told(NamedTuple):
    """One event: where it stands, the UTC day it was recorded on, what it says, its id."""

    position: int
    recorded_on: date
    fact: Fact
    event_id: str = ""


@dataclass(frozen=True, slots=True)
class Announced:
    """What the announcement says of a tournament, as corrected; "" is not said."""

    name: str
    start: date
    end: date
    place: str = ""
    federation: str = ""
    pairing_system: str = ""
    time_control: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """A report, or a part of one, that no other has replaced, and what corrects it."""

    position: int
    report: ReportFact
    start: date
    end: date
    time_control: str
    """As corrected; "" where the report does not say."""
    results: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    """By the index of the game: what white and black got in truth."""
    players: Mapping[int, int] = field(default_factory=dict)
    """By the row of the entrant: the player who played in truth."""
    corrections: tuple[Told, ...] = ()
    """What was applied, in order."""
    event_id: str = ""
    """Of the report: its arbiters lie in the note to this event."""


@dataclass(frozen=True, slots=True)
class RecordedReport:
    """A tournament as the ledger knows it: announced, reported whole or in parts, corrected."""

    announced: Announced | None = None
    parts: tuple[Standing, ...] = ()
    """By part; one that came whole is one part; none where nothing was reported."""
    complete: bool = False
    """Whether no further part is awaited."""
    corrections: tuple[Told, ...] = ()
    """Corrections of the tournament's own details, in order."""


def fold(events: Iterable[Told]) -> RecordedReport:
    """Give what stands after the events of one stream, in their order."""
    return reduce(_after, events, RecordedReport())


def _after(known: RecordedReport, told: Told) -> RecordedReport:
    """Give what stands after one more event; events that say nothing of reports change nothing."""
    match told.fact:
        case TournamentRegistered():
            return replace(known, announced=_announced(told.fact))
        case TournamentDetailsCorrected():
            return _with_details(known, told, told.fact.details)
        case ReportReplaced():
            return _with_replacement(known, told, told.fact)
        case ReportFact():
            return _with_report(known, told, told.fact)
        case ResultCorrected() | EntrantReassigned():
            parts = (_corrected(each, told, told.fact) for each in known.parts)
            return replace(known, parts=tuple(parts))
    return known


def _announced(fact: TournamentRegistered) -> Announced:
    return Announced(
        name=fact.name,
        start=fact.start,
        end=fact.end,
        place=fact.place or "",
        federation=fact.federation or "",
        pairing_system=fact.pairing_system or "",
        time_control=fact.time_control or "",
    )


def _with_details(known: RecordedReport, told: Told, details: Details) -> RecordedReport:
    """Correct the announcement, and what it says of the reports that stand.

    A first day is the first part's, a last day the last part's; a time control is of all.
    """
    said = {
        each.name: getattr(details, each.name)
        for each in fields(Announced)
        if getattr(details, each.name) is not None
    }
    announced = known.announced and replace(known.announced, **said)
    control = details.time_control
    timed = [replace(each, time_control=control or each.time_control) for each in known.parts]
    parts = _redated(timed, details)
    corrections = (*known.corrections, told)
    return replace(known, announced=announced, parts=tuple(parts), corrections=corrections)


def _redated(parts: Sequence[Standing], details: Details) -> Sequence[Standing]:
    """Give parts with corrected days; days after which one would start after its end are none."""
    found = list(parts)
    if found:
        found[0] = replace(found[0], start=details.start or found[0].start)
        found[-1] = replace(found[-1], end=details.end or found[-1].end)
    return parts if any(each.start > each.end for each in found) else found


def _with_report(known: RecordedReport, told: Told, fact: ReportFact) -> RecordedReport:
    control = fact.time_control or ""
    standing = Standing(told.position, fact, fact.start, fact.end, control, event_id=told.event_id)
    parts = sorted((*known.parts, standing), key=lambda each: each.report.part or 0)
    follows = isinstance(fact, ReportPartSubmitted) and not fact.last_part
    return replace(known, parts=tuple(parts), complete=known.complete or not follows)


def _with_replacement(known: RecordedReport, told: Told, fact: ReportReplaced) -> RecordedReport:
    """Put a report in the place of a standing one; of one that fell already it changes nothing."""
    left = tuple(each for each in known.parts if each.position != fact.replaces)
    if len(left) == len(known.parts):
        return known
    new = _with_report(replace(known, parts=left), told, fact)
    return replace(new, complete=known.complete)


def _corrected(
    standing: Standing, told: Told, fact: ResultCorrected | EntrantReassigned
) -> Standing:
    """Apply a correction to the report it names; later ones of the same row win.

    What would be no report any more has no effect: a game or an entrant that is not there, a
    player who stands in the report already.
    """
    if fact.report != standing.position:
        return standing
    corrections = (*standing.corrections, told)
    if isinstance(fact, ResultCorrected):
        if fact.game >= len(standing.report.games.white_result):
            return standing
        results = {**standing.results, fact.game: (fact.white_result, fact.black_result)}
        return replace(standing, results=results, corrections=corrections)
    players = _reassigned(standing, fact)
    return (
        standing if players is None else replace(standing, players=players, corrections=corrections)
    )


def _reassigned(standing: Standing, fact: EntrantReassigned) -> Mapping[int, int] | None:
    """Give who plays whose part; None where the entrant cannot be that player."""
    reported = columns.read(standing.report.entrants.player, columns.PLAYER).tolist()
    now = {**dict(enumerate(reported)), **standing.players}
    taken = fact.player in now.values() and now.get(fact.entrant) != fact.player
    if fact.entrant >= len(reported) or fact.player >= 10**columns.PLAYER or taken:
        return None
    others = {row: player for row, player in standing.players.items() if row != fact.entrant}
    itself = fact.player == reported[fact.entrant]
    return others if itself else {**others, fact.entrant: fact.player}
