"""From a report that was read to the request that records it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from ledger import canonical, columns, register
from ledger.events.report import Bye, Entrants, Games, Round, TournamentSubmitted
from ledger.events.tournament import TournamentRegistered
from ledger.intake.entrants import Roll
from ledger.intake.given import Given
from ledger.intake.receipts import Inputs
from ledger.intake.registering import Salts
from ledger.intake.report import Entrant, TournamentReport
from ledger.store.requests import (
    NO_STREAM,
    Document,
    NewEvent,
    ReportedName,
    Request,
    commitment,
)


class Around(NamedTuple):
    """What stands around a report: facts given by hand, its tournament, its days, its players."""

    given: Given
    tournament: str
    received_on: date
    registered_on: date
    roll: Roll
    last: register.Last


def compose(inputs: Inputs, report: TournamentReport, around: Around, salts: Salts) -> Request:
    """Give the request: new players, numbered after the last one, the tournament, the report."""
    options, roll, first = inputs.options, around.roll, around.last.player + 1
    new, subjects = roll.entered(first, around.received_on, salts)
    announced = _announced(report, around, tuple(dict.fromkeys(options.pools)))
    names = _names(report, len(new) + 1, salts)
    submitted = _submitted(
        report, around, inputs.file, _entrants(report, roll.players(first), names)
    )
    expected = {submitted.stream(): NO_STREAM} | (
        {register.STREAM: around.last.version} if new else {}
    )
    return Request(
        key=inputs.key,
        events=tuple(NewEvent(fact) for fact in (*new, announced, submitted)),
        fingerprint=inputs.fingerprint,
        expected=expected,
        recorded_by=options.recorded_by,
        documents=(Document("report", inputs.data),),
        subjects=subjects,
        reported_names=names,
    )


def _announced(
    report: TournamentReport, around: Around, pools: tuple[str, ...]
) -> TournamentRegistered:
    given = around.given
    return TournamentRegistered(
        tournament=around.tournament,
        name=report.name,
        place=report.place or None,
        federation=report.federation or None,
        pools=pools,
        start=report.start,
        end=report.end,
        registered_on=around.registered_on,
        pairing_system=given.pairing_system or report.type or None,
        time_control=report.time_control or None,
        hybrid=given.hybrid,
        online=given.online,
        official_event=given.official_event,
        norms_possible=given.norms_possible,
        match_games=given.match_games,
        announced_as_rated=given.announced_as_rated,
        weight=given.weight,
    )


def _submitted(
    report: TournamentReport, around: Around, file: str, entrants: Entrants
) -> TournamentSubmitted:
    return TournamentSubmitted(
        tournament=around.tournament,
        received_on=around.received_on,
        file=file,
        start=report.start,
        end=report.end,
        time_control=report.time_control or None,
        entrants=entrants,
        rounds=_rounds(report),
        games=_games(report),
        byes=tuple(Bye(round=b.round, entrant=b.entrant, code=b.code) for b in report.byes),  # type: ignore[arg-type]  # the reader gives no other code
    )


def _names(report: TournamentReport, event: int, salts: Salts) -> tuple[ReportedName, ...]:
    return tuple(
        ReportedName(event, index, salts(), _said(entrant))
        for index, entrant in enumerate(report.entrants)
    )


def _said(entrant: Entrant) -> bytes:
    """Give what the file said of an entrant, word for word."""
    return canonical.encode(
        {
            "name": entrant.name,
            "title": entrant.title,
            "sex": entrant.sex,
            "birth": entrant.birth,
            "federation": entrant.federation,
            "number": entrant.reported_number,
            "rating": entrant.rating,
        }
    )


def _entrants(
    report: TournamentReport, players: Iterable[int], names: Iterable[ReportedName]
) -> Entrants:
    return Entrants(
        player=columns.write(players, columns.PLAYER),
        number=columns.write((each.number for each in report.entrants), columns.NUMBER),
        rating=columns.write((each.rating for each in report.entrants), columns.RATING),
        commitment="".join(commitment(each.salt, each.body) for each in names),
    )


def _rounds(report: TournamentReport) -> tuple[Round, ...]:
    games = [0] * report.number_of_rounds
    for game in report.games:
        games[game.round - 1] += 1
    return tuple(
        Round(games=count, on=day) for count, day in zip(games, report.round_dates, strict=True)
    )


def _games(report: TournamentReport) -> Games:
    games = report.games
    return Games(
        white=columns.write((game.white for game in games), columns.NUMBER),
        black=columns.write((game.black for game in games), columns.NUMBER),
        white_result="".join(game.white_result for game in games),
        black_result="".join(game.black_result for game in games),
    )
