"""A tournament with details, reports, corrections and bookings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, Final, Literal

import msgspec

from ledger.clock import local_day
from ledger.events.counting import (
    ExemptionGranted,
    GameDecision,
    ReportAnnulled,
    ReportReinstated,
    TournamentCancelled,
    TournamentRefused,
    TournamentReinstated,
)
from ledger.events.games import SheetCompleted
from ledger.events.report import EntrantReassigned, ReportReplaced, ResultCorrected
from ledger.events.tournament import TournamentDetailsCorrected
from ledger.sentences import NO_SENTENCE, Body, Count, Position, Sentence, plain, tabled
from ledger.store.reading import Reader
from ledger.tournaments.current_report import Correction
from ledger.tournaments.recorded_report import DETAILS
from ledger.tournaments.sheets import games_for
from ops.access.personal_data import BodyName
from ops.answers.answer import (
    VERSION,
    known_to,
)
from ops.answers.tournament_details import detail_words, details_now
from ops.answers.tournament_games import (
    Tournament,
    player_words,
    players_of,
    result_words,
)
from ops.house import House
from ops.words.states import EventType
from projections.queries.corrections import late_corrections
from projections.queries.findings.corrections import changes_nothing
from projections.state.decisions import overridden_by
from projections.state.history import pools_of


class ReportRow(msgspec.Struct, frozen=True):
    """A report or part in force."""

    report: Position
    part: int | None
    start: date
    end: date
    received: date | None
    """The day that counts for the rules: receipt of the first complete report. A later report in
    its place has the same day here; its event states its own day."""
    entrants: int
    games: int
    booked: tuple[BookedOn, ...]


class BookedOn(msgspec.Struct, frozen=True):
    """A closed list with a report."""

    pool: str
    list: str
    report: Position
    """The booked report, also if replaced by a later one."""
    sealed_by: Position


class KeptOn(msgspec.Struct, frozen=True):
    """A closed list, unchanged, and the later list with the correction."""

    pool: str
    list: str
    booked_on: str | None
    """None: the next list."""


class CorrectionRow(msgspec.Struct, frozen=True):
    """A correction of a tournament, or a decision."""

    position: Position
    recorded_on: date
    event: EventType
    by: str | None
    by_name: BodyName
    """Name of the body on the day of recording; empty: none decided."""
    article: str | None
    says: Sentence
    """The subject before and after."""
    state: Literal["holds", "no-effect", "ended", "overtaken"]
    """`ended`: with the report it corrected."""
    reason: Sentence
    """Reason why it has no effect."""
    overtaken_by: Position | None
    kept: tuple[KeptOn, ...]


class TournamentDocument(msgspec.Struct, frozen=True):
    """A tournament as known at a position."""

    version: int
    tournament: str
    known_to: Position
    details: Mapping[str, Any]
    waiting_games: int
    """Single games on no complete sheet."""
    reports: tuple[ReportRow, ...]
    corrections: tuple[CorrectionRow, ...]


def document_of(house: House, of: Tournament, known: int | None) -> TournamentDocument:
    """Return details, reports and corrections of a tournament read as known at a position."""
    corrections_of = (_correction(house, of, one, known) for one in of.history.corrections)
    return TournamentDocument(
        VERSION,
        of.id,
        known_to(house.read) if known is None else Position(known),
        {name: value for name, value in details_now(of).items() if value not in (None, False)},
        _waiting(house.read, of, known),
        _reports(house, of, known),
        tuple(corrections_of),
    )


def _waiting(read: Reader, of: Tournament, known: int | None) -> int:
    """Count the single games on no complete sheet."""
    reports = (of.report(position) for position in of.history.current)
    sheets = [report for report in reports if isinstance(report, SheetCompleted)]
    complete = {event_id for sheet in sheets for event_id in sheet.ids()}
    return sum(
        game.event_id not in complete and (known is None or game.position <= known)
        for game in games_for(read, of.id, None)
    )


def _reports(house: House, of: Tournament, known: int | None) -> tuple[ReportRow, ...]:
    booked = _booked(house, of, known)
    return tuple(
        ReportRow(
            Position(report.position),
            of.report(report.position).part,
            report.start,
            report.end,
            report.about.received_on,
            len(players_of(report)),
            report.game_count,
            tuple(booked.get(of.history.roots[report.position], ())),
        )
        for report in of.history.in_order()
    )


def _pools(house: House, of: Tournament) -> list[str]:
    return sorted(pools_of(of.events) & house.official.facts.pools.keys())


def _booked(house: House, of: Tournament, known: int | None) -> dict[int, list[BookedOn]]:
    """Return the lists with each report, by the first report of a chain of replacements."""
    found: dict[int, list[BookedOn]] = {}
    for name in _pools(house, of):
        pool = house.pool(name, known)
        pool.events.keep(of.stream, of.events)
        for booked in pool.bookings_of(of.id):
            sealed = pool.facts.closed[booked.number - 1]
            positions = (Position(booked.position), Position(sealed.position))
            on = BookedOn(name, sealed.event.period, *positions)
            found.setdefault(of.history.roots[booked.position], []).append(on)
    return found


def _correction(
    house: House, of: Tournament, correction: Correction, known: int | None
) -> CorrectionRow:
    read = house.read
    overtaking = None
    state: Literal["holds", "no-effect", "ended", "overtaken"] = "holds"
    if correction.no_effect:
        state = "no-effect"
    elif correction.ended:
        state = "ended"
    else:
        others = of.history.corrections
        overtaking = overridden_by(others, correction, lambda one: _has_effect(house, of, one))
        state = "holds" if overtaking is None else "overtaken"
    day = local_day(read.true_instant(correction.position), house.zone)
    by = getattr(correction.payload, "by", None)
    return CorrectionRow(
        Position(correction.position),
        day,
        correction.kind,
        by,
        plain(Body(by, day)) if by else NO_SENTENCE,
        getattr(correction.payload, "article", None),
        _correction_words(read, correction),
        state,
        correction.no_effect or NO_SENTENCE,
        Position(overtaking.position) if overtaking else None,
        tuple(_lists_kept(house, of, correction, known)),
    )


def _lists_kept(
    house: House, of: Tournament, correction: Correction, known: int | None
) -> Iterator[KeptOn]:
    for name in _pools(house, of):
        pool = house.pool(name, known)
        late = late_corrections(pool, of.id, of.history).get(correction.position)
        if late is not None and pool.law.corrected:
            closed, taking = late
            yield KeptOn(name, closed.period, taking.period if taking else None)


def _has_effect(house: House, of: Tournament, correction: Correction) -> bool:
    """Whether a correction acts by the law of a pool; a decision of another body may not."""
    pools = [house.pool(name) for name in _pools(house, of)]
    return not pools or any(changes_nothing(pool, of.history, correction) is None for pool in pools)


def _correction_words(read: Reader, correction: Correction) -> Sentence:
    """Return what a correction or a decision is about, before and after."""
    match correction.payload:
        case ResultCorrected() as fact:
            return Sentence(
                "game {game}: {before} → {after}",
                game=_address(fact),
                before=result_words(correction.before),
                after=result_words(fact.white_result + fact.black_result),
            )
        case EntrantReassigned() as fact:
            return Sentence(
                "entrant in row {row} of {report}: {before} → {after}",
                row=fact.entrant,
                report=Position(fact.report),
                before=player_words(read, int(correction.before)) if correction.before else "",
                after=player_words(read, fact.player),
            )
        case SheetCompleted() as fact:
            return Sentence(
                "sheet {before} → {after}: {games}",
                before=Position(fact.replaces or 0),
                after=Position(correction.position),
                games=Count(len(fact.games.white_result), "game"),
            )
        case ReportReplaced() as fact:
            return Sentence(
                "report {before} → {after}",
                before=Position(fact.replaces),
                after=Position(correction.position),
            )
        case TournamentDetailsCorrected() as fact:
            given = {name: getattr(fact.details, name) for name in DETAILS}
            stated = {name: value for name, value in given.items() if value is not None}
            return plain(detail_words(stated))
        case ExemptionGranted() as fact:
            return _exemption(read, fact)
        case GameDecision() as fact:
            return _DECIDED[correction.kind].about(game=_address(fact))
        case ReportAnnulled() as fact:
            return Sentence("report {report}: annulled", report=Position(fact.report))
        case ReportReinstated() as fact:
            return Sentence(
                "report {report}: annulment {annulment} lifted",
                report=Position(fact.report),
                annulment=Position(fact.lifts),
            )
        case TournamentRefused() | TournamentCancelled() | TournamentReinstated():
            return _DECIDED[correction.kind]
    return NO_SENTENCE


_DECIDED: Final = {
    "game-admitted": Sentence("game {game}: admitted"),
    "game-excluded": Sentence("game {game}: excluded"),
    "tournament-cancelled": Sentence("cancelled"),
    "tournament-refused": Sentence("refused"),
    "tournament-reinstated": Sentence("reinstated"),
}


def _exemption(read: Reader, fact: ExemptionGranted) -> Sentence:
    says = Sentence("exempt from {article}", article=tabled(fact.article))
    if fact.game is not None:
        return Sentence("game {game}: {says}", game=_address(fact), says=says)
    if fact.player:
        return Sentence("{player}: {says}", player=player_words(read, fact.player), says=says)
    return says


def _address(fact: ResultCorrected | GameDecision | ExemptionGranted) -> str:
    return f"#{fact.report}#{fact.game}"
