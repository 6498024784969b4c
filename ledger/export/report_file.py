"""The report of a tournament as a file for other programs, with corrections applied."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ledger import columns
from ledger.clock import utc_day
from ledger.events.report import EntrantReassigned, ResultCorrected
from ledger.events.tournament import TournamentDetailsCorrected
from ledger.export.trf import Edition, write_trf
from ledger.register import identities
from ledger.store.reading import Reader
from ledger.tournaments.current_report import Correction, CurrentReport, RecordedReport
from ledger.tournaments.recorded_report import recorded, report_of
from ledger.tournaments.report_from_columns import games_reported, players_reported


def corrections_told(
    known: RecordedReport, part: int | None = None, instants: Mapping[int, int] | None = None
) -> tuple[str, ...]:
    """Return a line for each valid correction: position, day, change, old value, author, article.

    Of all parts of a report, or of one. `instants` (µs, by position) are those of the events in
    truth, where a clock was wrong. Players are named by their register numbers, entrants by
    the start numbers and rounds of their part.
    """
    of_details = TournamentDetailsCorrected.TYPE
    lines = [
        _details(correction, instants or {})
        for correction in known.corrections
        if correction.recorded.type == of_details
    ]
    for standing in known.parts:
        if part in {None, standing.part or 1}:
            lines += _of_one(standing, known.in_force(standing.position), instants or {})
    return tuple(lines)


def _of_one(
    standing: CurrentReport, corrections: Iterable[Correction], instants: Mapping[int, int]
) -> Iterator[str]:
    """Describe the corrections of a report; each line names the old value."""
    games = list(games_reported(standing.report))
    players = list(players_reported(standing.report))
    numbers = columns.read(standing.report.entrants.number, columns.NUMBER).tolist()
    for told in corrections:
        match told.payload:
            case ResultCorrected(game=at) as said:
                game = games[at]
                now = said.white_result, said.black_result
                pair = f"{numbers[game.white]}-{numbers[game.black]}"
                what = (
                    f"round {game.round}, {pair}: {' '.join(now)}, "
                    f"reported {game.white_result} {game.black_result}"
                )
                yield _line(told, what, instants)
            case EntrantReassigned(entrant=row) as said:
                was, now_is = (identities.show(player) for player in (players[row], said.player))
                what = f"entrant {numbers[row]} is player {now_is}, reported as {was}"
                yield _line(told, what, instants)


def _details(told: Correction, instants: Mapping[int, int]) -> str:
    said = told.payload.details
    changed = [
        f"{name} {value}"
        for name in said.__struct_fields__
        if (value := getattr(said, name)) is not None
    ]
    but = f" ({told.no_effect})" if told.no_effect else ""
    return _line(told, f"details: {', '.join(changed)}{but}", instants)


def _line(told: Correction, what: str, instants: Mapping[int, int]) -> str:
    said, day = told.payload, utc_day(instants.get(told.position, told.recorded_at))
    under = f", article {said.article}" if said.article else ""
    return f"corrected at #{told.position} on {day}: {what}; by {said.by}{under}"


def report_file(
    read: Reader, tournament: str, edition: Edition = "trf16", part: int | None = None
) -> bytes:
    """Return the report as corrected, in an edition of the format, corrections as comments.

    `part` is one part of a report in parts; None is all of them, joined. Raises NothingReported,
    and CannotBeWritten for numbers too long for their columns.
    """
    known = recorded(read, tournament)
    report = report_of(read, known, part=part)
    instants = read.true_instants([correction.position for correction in known.corrections])
    return write_trf(report, edition=edition, comments=corrections_told(known, part, instants))
